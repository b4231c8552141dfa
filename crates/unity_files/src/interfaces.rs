//! The optional interfaces of the engine port, each answered by the module of its subject.

use scenewright_engine::{
    AssetDatabase, Context, MemberReader, MixerReader, PackageList, ReadResult, Reading,
    ReferenceChecker, ScriptClassReader, SettingsReader,
};
use scenewright_model::{
    Asset, AssetDependency, AssetDependent, AssetDetails, Findings, Member, MemberValue, Mixer,
    MixerSnapshot, ObjectId, ProjectPackages, ProjectSettings, ScriptClass, SettingsArea, SharedId,
};

use super::format::UnityFormat;
use super::{assets, classes, members, mixer, package_list, project_settings};

impl MemberReader for UnityFormat {
    fn members(
        &self,
        scene: &str,
        object: ObjectId,
        components: &[usize],
        cx: &Context,
    ) -> ReadResult<Vec<Vec<Member>>> {
        let path = self.scene_file(scene)?;
        let kept = self.kept_scenes(&path);
        let assets = self.current_assets(cx)?;
        members::open(&self.root, &path, object, &assets, &kept, cx)?.members(components)
    }

    fn member(
        &self,
        scene: &str,
        object: ObjectId,
        component: usize,
        path: &str,
        cx: &Context,
    ) -> ReadResult<MemberValue> {
        let file = self.scene_file(scene)?;
        let kept = self.kept_scenes(&file);
        let assets = self.current_assets(cx)?;
        members::open(&self.root, &file, object, &assets, &kept, cx)?.member(component, path)
    }

    fn script_namespaces(&self, script: &str, _cx: &Context) -> Option<Vec<String>> {
        self.namespaces(script)
    }
}

impl ReferenceChecker for UnityFormat {
    fn missing(&self, cx: &Context) -> ReadResult<Findings> {
        self.findings.findings(&self.current_assets(cx)?, cx)
    }
}

impl AssetDatabase for UnityFormat {
    fn assets(&self, cx: &Context) -> ReadResult<Vec<Asset>> {
        assets::all(&self.current_assets(cx)?, &assets::built_scenes(&self.root), cx)
    }

    fn shared_ids(&self, cx: &Context) -> ReadResult<Vec<SharedId>> {
        Ok(Reading::from_files(assets::shared_ids(&self.current_assets(cx)?)))
    }

    fn asset(&self, path: &str, cx: &Context) -> ReadResult<AssetDetails> {
        let path = self.root.project_path(path)?;
        let known = self.current_assets(cx)?;
        let found = assets::details(&known, &path, &assets::built_scenes(&self.root))?;
        Ok(Reading { coverage: known.index().coverage(), ..Reading::from_files(found) })
    }

    fn dependencies(
        &self,
        path: &str,
        depth: usize,
        cx: &Context,
    ) -> ReadResult<Vec<AssetDependency>> {
        let path = self.root.project_path(path)?;
        assets::dependencies(&self.current_assets(cx)?, &path, depth)
    }

    fn dependents(
        &self,
        path: &str,
        depth: usize,
        cx: &Context,
    ) -> ReadResult<Vec<AssetDependent>> {
        let path = self.root.project_path(path)?;
        let known = self.current_assets(cx)?;
        let found = assets::dependents(&known, &path, depth)?;
        Ok(Reading { coverage: known.index().coverage(), ..Reading::from_files(found) })
    }
}

impl SettingsReader for UnityFormat {
    fn settings(&self, areas: &[SettingsArea], cx: &Context) -> ReadResult<ProjectSettings> {
        project_settings::read(&self.root, areas, cx)
    }
}

impl PackageList for UnityFormat {
    fn packages(&self, cx: &Context) -> ReadResult<ProjectPackages> {
        package_list::read(&self.root, cx)
    }
}

impl ScriptClassReader for UnityFormat {
    fn classes(&self, cx: &Context) -> ReadResult<Vec<ScriptClass>> {
        classes::list(&self.root, cx)
    }
}

impl MixerReader for UnityFormat {
    fn mixers(&self, cx: &Context) -> ReadResult<Vec<Mixer>> {
        mixer::list(&self.root, cx)
    }

    fn mixer_snapshot(
        &self,
        path: &str,
        snapshot: Option<&str>,
        cx: &Context,
    ) -> ReadResult<MixerSnapshot> {
        mixer::snapshot(&self.root, path, snapshot, cx)
    }
}
