//! C# sources, as far as the types that they declare: a tokenizer, and a walk over the tokens. It
//! reads any text, in one pass and without recursion over the input; what is not C# gives nothing.

mod declarations;
mod lexer;
mod members;
#[cfg(test)]
mod tests;

/// A class as one file declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    pub namespace: String,
    /// With the types around it: `Outer.Inner`. Type parameters are left out.
    pub name: String,
    /// How many type parameters the class itself has.
    pub arity: usize,
    pub bases: Vec<Base>,
    pub is_abstract: bool,
    /// Names without qualifiers and arguments.
    pub attributes: Vec<String>,
    /// Fields and properties with `[Export]`, which is Godot's.
    pub exports: Vec<Field>,
    /// Delegates with `[Signal]`, which is Godot's too.
    pub signals: Vec<String>,
}

impl Declaration {
    pub fn has_attribute(&self, name: &str) -> bool {
        self.attributes.iter().any(|attribute| attribute == name)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    pub type_name: String,
    pub name: String,
}

/// A type that a class says it derives from or implements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Base {
    /// As written, without blanks: `Pool<List<int>>`.
    pub text: String,
    /// With its qualifiers, without type arguments: `Engine.Pool`.
    pub name: String,
    pub arity: usize,
}

/// What a source declares and can see.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Source {
    pub classes: Vec<Declaration>,
    /// The namespaces it uses.
    pub usings: Vec<String>,
}

impl Source {
    pub fn read(text: &str) -> Source {
        declarations::read(lexer::Lexer::new(text))
    }
}
