//! New files, the build list, and overrides that go back or to the source.

use super::*;

fn show(edits: &[Edit]) -> String {
    diff(&project(&scene()), edits)
}

#[test]
fn a_scene_is_made_and_built() {
    let path = || "Assets/Scenes/New.unity".to_owned();
    let edits = [
        Edit::CreateScene { path: path(), class: None, name: None },
        Edit::AddToBuild { scene: path(), enabled: true },
        Edit::AddToBuild { scene: SCENE.to_owned(), enabled: true },
        Edit::AddToBuild { scene: SCENE.to_owned(), enabled: false },
        Edit::CreateObject {
            scene: path(),
            parent: None,
            sibling: None,
            name: "First".to_owned(),
            class: None,
            components: Vec::new(),
        },
    ];
    insta::assert_snapshot!(show(&edits), @r"
    @ Assets/Scenes/New.unity
    +%YAML 1.1
    +%TAG !u! tag:unity3d.com,2011:
    +--- !u!29 &1
    +OcclusionCullingSettings:
    +  m_ObjectHideFlags: 0
    +  serializedVersion: 2
    +  m_OcclusionBakeSettings:
    +    smallestOccluder: 5
    +    smallestHole: 0.25
    +    backfaceThreshold: 100
    +  m_SceneGUID: 00000000000000000000000000000000
    +  m_OcclusionCullingData: {fileID: 0}
    +--- !u!104 &2
    +RenderSettings:
    +  m_ObjectHideFlags: 0
    +  serializedVersion: 9
    +  m_Fog: 0
    +  m_FogColor: {r: 0.5, g: 0.5, b: 0.5, a: 1}
    +  m_FogMode: 3
    +  m_FogDensity: 0.01
    +  m_LinearFogStart: 0
    +  m_LinearFogEnd: 300
    +  m_AmbientSkyColor: {r: 0.212, g: 0.227, b: 0.259, a: 1}
    +  m_AmbientEquatorColor: {r: 0.114, g: 0.125, b: 0.133, a: 1}
    +  m_AmbientGroundColor: {r: 0.047, g: 0.043, b: 0.035, a: 1}
    +  m_AmbientIntensity: 1
    +  m_AmbientMode: 0
    +  m_SubtractiveShadowColor: {r: 0.42, g: 0.478, b: 0.627, a: 1}
    +  m_SkyboxMaterial: {fileID: 10304, guid: 0000000000000000f000000000000000, type: 0}
    +  m_HaloStrength: 0.5
    +  m_FlareStrength: 1
    +  m_FlareFadeSpeed: 3
    +  m_HaloTexture: {fileID: 0}
    +  m_SpotCookie: {fileID: 10001, guid: 0000000000000000e000000000000000, type: 0}
    +  m_DefaultReflectionMode: 0
    +  m_DefaultReflectionResolution: 128
    +  m_ReflectionBounces: 1
    +  m_ReflectionIntensity: 1
    +  m_CustomReflection: {fileID: 0}
    +  m_Sun: {fileID: 0}
    +  m_UseRadianceAmbientProbe: 0
    +--- !u!157 &3
    +LightmapSettings:
    +  m_ObjectHideFlags: 0
    +  serializedVersion: 12
    +  m_GIWorkflowMode: 1
    +  m_GISettings:
    +    serializedVersion: 2
    +    m_BounceScale: 1
    +    m_IndirectOutputScale: 1
    +    m_AlbedoBoost: 1
    +    m_EnvironmentLightingMode: 0
    +    m_EnableBakedLightmaps: 1
    +    m_EnableRealtimeLightmaps: 0
    +  m_LightmapEditorSettings:
    +    serializedVersion: 12
    +    m_Resolution: 2
    +    m_BakeResolution: 40
    +    m_AtlasSize: 1024
    +    m_AO: 0
    +    m_AOMaxDistance: 1
    +    m_CompAOExponent: 1
    +    m_CompAOExponentDirect: 0
    +    m_ExtractAmbientOcclusion: 0
    +    m_Padding: 2
    +    m_LightmapParameters: {fileID: 0}
    +    m_LightmapsBakeMode: 1
    +    m_TextureCompression: 1
    +    m_FinalGather: 0
    +    m_FinalGatherFiltering: 1
    +    m_FinalGatherRayCount: 256
    +    m_ReflectionCompression: 2
    +    m_MixedBakeMode: 2
    +    m_BakeBackend: 1
    +    m_PVRSampling: 1
    +    m_PVRDirectSampleCount: 32
    +    m_PVRSampleCount: 512
    +    m_PVRBounces: 2
    +    m_PVREnvironmentSampleCount: 256
    +    m_PVREnvironmentReferencePointCount: 2048
    +    m_PVRFilteringMode: 1
    +    m_PVRDenoiserTypeDirect: 0
    +    m_PVRDenoiserTypeIndirect: 0
    +    m_PVRDenoiserTypeAO: 0
    +    m_PVRFilterTypeDirect: 0
    +    m_PVRFilterTypeIndirect: 0
    +    m_PVRFilterTypeAO: 0
    +    m_PVREnvironmentMIS: 0
    +    m_PVRCulling: 1
    +    m_PVRFilteringGaussRadiusDirect: 1
    +    m_PVRFilteringGaussRadiusIndirect: 5
    +    m_PVRFilteringGaussRadiusAO: 2
    +    m_PVRFilteringAtrousPositionSigmaDirect: 0.5
    +    m_PVRFilteringAtrousPositionSigmaIndirect: 2
    +    m_PVRFilteringAtrousPositionSigmaAO: 1
    +    m_ExportTrainingData: 0
    +    m_TrainingDataDestination: TrainingData
    +    m_LightProbeSampleCountMultiplier: 4
    +  m_LightingDataAsset: {fileID: 0}
    +  m_LightingSettings: {fileID: 0}
    +--- !u!196 &4
    +NavMeshSettings:
    +  serializedVersion: 2
    +  m_ObjectHideFlags: 0
    +  m_BuildSettings:
    +    serializedVersion: 3
    +    agentTypeID: 0
    +    agentRadius: 0.5
    +    agentHeight: 2
    +    agentSlope: 45
    +    agentClimb: 0.4
    +    ledgeDropHeight: 0
    +    maxJumpAcrossDistance: 0
    +    minRegionArea: 2
    +    manualCellSize: 0
    +    cellSize: 0.16666667
    +    manualTileSize: 0
    +    tileSize: 256
    +    buildHeightMesh: 0
    +    maxJobWorkers: 0
    +    preserveTilesOutsideBounds: 0
    +    debug:
    +      m_Flags: 0
    +  m_NavMeshData: {fileID: 0}
    +--- !u!1 &583281795
    +GameObject:
    +  m_ObjectHideFlags: 0
    +  m_CorrespondingSourceObject: {fileID: 0}
    +  m_PrefabInstance: {fileID: 0}
    +  m_PrefabAsset: {fileID: 0}
    +  serializedVersion: 6
    +  m_Component:
    +  - component: {fileID: 1862950942}
    +  m_Layer: 0
    +  m_Name: First
    +  m_TagString: Untagged
    +  m_Icon: {fileID: 0}
    +  m_NavMeshLayer: 0
    +  m_StaticEditorFlags: 0
    +  m_IsActive: 1
    +--- !u!4 &1862950942
    +Transform:
    +  m_ObjectHideFlags: 0
    +  m_CorrespondingSourceObject: {fileID: 0}
    +  m_PrefabInstance: {fileID: 0}
    +  m_PrefabAsset: {fileID: 0}
    +  m_GameObject: {fileID: 583281795}
    +  serializedVersion: 2
    +  m_LocalRotation: {x: 0, y: 0, z: 0, w: 1}
    +  m_LocalPosition: {x: 0, y: 0, z: 0}
    +  m_LocalScale: {x: 1, y: 1, z: 1}
    +  m_ConstrainProportionsScale: 0
    +  m_Children: []
    +  m_Father: {fileID: 0}
    +  m_LocalEulerAnglesHint: {x: 0, y: 0, z: 0}
    +--- !u!1660057539 &9223372036854775807
    +SceneRoots:
    +  m_ObjectHideFlags: 0
    +  m_Roots:
    +  - {fileID: 1862950942}
    @ Assets/Scenes/New.unity.meta
    +fileFormatVersion: 2
    +guid: 2fa7bc32e00b185ca02b35d686e96513
    +DefaultImporter:
    +  externalObjects: {}
    +  userData: 
    +  assetBundleName: 
    +  assetBundleVariant: 
    @ ProjectSettings/EditorBuildSettings.asset
    -  m_Scenes: []
    +  m_Scenes:
    +  - enabled: 1
    +    path: Assets/Scenes/New.unity
    +    guid: 2fa7bc32e00b185ca02b35d686e96513
    +  - enabled: 0
    +    path: Assets/a.unity
    +    guid: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
    ");
}

fn revert(object: &str, component: Option<&str>, member: Option<&str>) -> Edit {
    Edit::RevertOverride {
        scene: SCENE.to_owned(),
        object: at(object),
        component: component.map(|name| ComponentRef::Type(name.to_owned())),
        member: member.map(str::to_owned),
    }
}

fn apply(object: &str, component: Option<&str>, member: Option<&str>) -> Edit {
    Edit::ApplyOverride {
        scene: SCENE.to_owned(),
        object: at(object),
        component: component.map(|name| ComponentRef::Type(name.to_owned())),
        member: member.map(str::to_owned),
    }
}

#[test]
fn overrides_go_back() {
    insta::assert_snapshot!(show(&[revert("Crate", Some("Transform"), Some("m_LocalPosition"))]), @r"
    @ Assets/a.unity
    -    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    -      propertyPath: m_LocalPosition.x
    -      value: 4
    -      objectReference: {fileID: 0}
    ");
    // Where an instance is does not count as a change of it.
    insta::assert_snapshot!(show(&[revert("Crate", None, None)]), @r"
    @ Assets/a.unity
    -    - target: {fileID: 2001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    -      propertyPath: m_LocalPosition.y
    -      value: 5
    -      objectReference: {fileID: 0}
    ");
}

#[test]
fn overrides_go_to_the_source() {
    insta::assert_snapshot!(show(&[apply("Crate/Lid", None, None)]), @r"
    @ Assets/Crate.prefab
    -  m_LocalPosition: {x: 0, y: 0, z: 0}
    +  m_LocalPosition: {x: 0, y: 5, z: 0}
    @ Assets/a.unity
    -    - target: {fileID: 2001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    -      propertyPath: m_LocalPosition.y
    -      value: 5
    -      objectReference: {fileID: 0}
    ");
}

#[test]
fn what_is_there_is_not_made_again() {
    let create = |path: &str| Edit::CreateScene { path: path.to_owned(), class: None, name: None };
    for (edit, expected) in [
        (create(SCENE), "File 'Assets/a.unity' is refused: it already exists"),
        (
            create("x.unity"),
            "File 'x.unity' is refused: a new file must be below Assets and end in '.unity'",
        ),
        (create("../x.unity"), "'../x.unity' is outside the project"),
        (revert("Hero", None, None), "Object 'Hero' is refused: it is not an instance of a prefab"),
        (revert("Crate", Some("MeshRenderer"), None), "The override is refused: there is none"),
        (apply("Crate", Some("MeshRenderer"), None), "The override is refused: there is none"),
    ] {
        assert_eq!(refusal(&project(&scene()), edit), expected);
    }
}
