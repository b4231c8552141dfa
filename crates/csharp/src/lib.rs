//! Reads the classes that C# sources declare: a lexer, and one pass over its tokens. Invariant: any
//! text can be parsed, without recursion over the input; text that is not C# gives no classes.

mod declarations;
mod lexer;
mod members;
#[cfg(test)]
mod tests;

/// A class as one file declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassDeclaration {
    pub namespace: String,
    /// With the types around it: `Outer.Inner`. Type parameters are left out.
    pub name: String,
    /// How many type parameters the class itself has.
    pub arity: usize,
    pub bases: Vec<BaseType>,
    pub is_abstract: bool,
    /// Names without qualifiers and arguments.
    pub attributes: Vec<String>,
    /// Fields and properties with `[Export]`, which is Godot's.
    pub exports: Vec<ExportedField>,
    /// Delegates with `[Signal]`, which is Godot's too.
    pub signals: Vec<String>,
}

impl ClassDeclaration {
    pub fn has_attribute(&self, name: &str) -> bool {
        self.attributes.iter().any(|attribute| attribute == name)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedField {
    pub type_name: String,
    pub name: String,
}

/// A type that a class says it derives from or implements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseType {
    /// As written, without blanks: `Pool<List<int>>`.
    pub text: String,
    /// With its qualifiers, without type arguments: `Engine.Pool`.
    pub name: String,
    pub arity: usize,
}

/// What a source declares and can see.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CSharpSource {
    pub classes: Vec<ClassDeclaration>,
    /// The namespaces it uses.
    pub usings: Vec<String>,
}

impl CSharpSource {
    pub fn parse(text: &str) -> CSharpSource {
        declarations::parse(lexer::CSharpLexer::new(text))
    }
}
