//! The platforms of a release and what each package registry calls them.

use crate::Result;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Os {
    Linux,
    Mac,
    Windows,
}

#[derive(Debug)]
pub(super) struct Target {
    pub(super) triple: &'static str,
    pub(super) os: Os,
    /// Node's words for the platform: `os` and `cpu` of package.json.
    pub(super) npm: (&'static str, &'static str),
    /// The platform tags of the wheel.
    pub(super) wheel: &'static str,
    /// The platform in the manifest of an MCP bundle.
    pub(super) mcpb: &'static str,
}

/// A static Linux binary runs with any C library, so its wheel is for both kinds.
pub(super) const TARGETS: [Target; 5] = [
    Target {
        triple: "x86_64-unknown-linux-musl",
        os: Os::Linux,
        npm: ("linux", "x64"),
        wheel: "manylinux_2_17_x86_64.musllinux_1_1_x86_64",
        mcpb: "linux",
    },
    Target {
        triple: "aarch64-unknown-linux-musl",
        os: Os::Linux,
        npm: ("linux", "arm64"),
        wheel: "manylinux_2_17_aarch64.musllinux_1_1_aarch64",
        mcpb: "linux",
    },
    Target {
        triple: "x86_64-pc-windows-gnu",
        os: Os::Windows,
        npm: ("win32", "x64"),
        wheel: "win_amd64",
        mcpb: "win32",
    },
    Target {
        triple: "aarch64-apple-darwin",
        os: Os::Mac,
        npm: ("darwin", "arm64"),
        wheel: "macosx_11_0_arm64",
        mcpb: "darwin",
    },
    Target {
        triple: "x86_64-apple-darwin",
        os: Os::Mac,
        npm: ("darwin", "x64"),
        wheel: "macosx_10_12_x86_64",
        mcpb: "darwin",
    },
];

pub(super) fn find(triple: &str) -> Result<&'static Target> {
    TARGETS.iter().find(|target| target.triple == triple).ok_or_else(|| {
        let known: Vec<&str> = TARGETS.iter().map(|target| target.triple).collect();
        format!("`{triple}` is no target of a release: {}", known.join(", ")).into()
    })
}

impl Target {
    pub(super) fn program(&self) -> &'static str {
        match self.os {
            Os::Windows => "scenewright.exe",
            _ => "scenewright",
        }
    }

    /// `linux-x64`, for example.
    pub(super) fn short(&self) -> String {
        format!("{}-{}", self.npm.0, self.npm.1)
    }

    pub(super) fn stem(&self, version: &str) -> String {
        format!("scenewright-{version}-{}", self.triple)
    }

    /// The archive that other package managers download.
    pub(super) fn archive_name(&self, version: &str) -> String {
        let extension = if self.os == Os::Windows { "zip" } else { "tar.gz" };
        format!("{}.{extension}", self.stem(version))
    }

    pub(super) fn npm_package(&self) -> String {
        format!("@scenewright/{}", self.short())
    }

    pub(super) fn wheel_name(&self, version: &str) -> String {
        format!("scenewright-{version}-py3-none-{}.whl", self.wheel)
    }

    pub(super) fn mcpb_name(&self, version: &str) -> String {
        format!("scenewright-{version}-{}.mcpb", self.short())
    }
}
