class Scenewright < Formula
  desc "@@SUMMARY@@"
  homepage "@@REPOSITORY@@"
  version "@@VERSION@@"
  license any_of: ["MIT", "Apache-2.0"]

  # @@begin aarch64-apple-darwin@@
  if OS.mac? && Hardware::CPU.arm?
    url "@@URL aarch64-apple-darwin@@"
    sha256 "@@SHA256 aarch64-apple-darwin@@"
  end
  # @@end@@
  # @@begin x86_64-apple-darwin@@
  if OS.mac? && Hardware::CPU.intel?
    url "@@URL x86_64-apple-darwin@@"
    sha256 "@@SHA256 x86_64-apple-darwin@@"
  end
  # @@end@@
  # @@begin x86_64-unknown-linux-musl@@
  if OS.linux? && Hardware::CPU.intel?
    url "@@URL x86_64-unknown-linux-musl@@"
    sha256 "@@SHA256 x86_64-unknown-linux-musl@@"
  end
  # @@end@@
  # @@begin aarch64-unknown-linux-musl@@
  if OS.linux? && Hardware::CPU.arm?
    url "@@URL aarch64-unknown-linux-musl@@"
    sha256 "@@SHA256 aarch64-unknown-linux-musl@@"
  end
  # @@end@@

  def install
    bin.install "scenewright"
    bash_completion.install "completions/scenewright.bash" => "scenewright"
    zsh_completion.install "completions/_scenewright"
    fish_completion.install "completions/scenewright.fish"
    man1.install Dir["man/man1/*.1"]
  end

  test do
    system bin/"scenewright", "demo", "--once", "--dir", testpath/"demo"
    assert_match "Night Ferry", shell_output("#{bin}/scenewright call project.info --project #{testpath}/demo/godot")
  end
end
