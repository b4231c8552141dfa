//! C# sources, as far as the types that they declare: a tokenizer, and a walk over the tokens. It
//! reads any text, in one pass and without recursion over the input; what is not C# gives nothing.

mod declarations;
mod lexer;
mod members;
#[cfg(test)]
mod tests;

/// A class as one file declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Declaration {
    pub(crate) namespace: String,
    /// With the types around it: `Outer.Inner`. Type parameters are left out.
    pub(crate) name: String,
    /// How many type parameters the class itself has.
    pub(crate) arity: usize,
    pub(crate) bases: Vec<Base>,
    pub(crate) is_abstract: bool,
    /// Names without qualifiers and arguments.
    pub(crate) attributes: Vec<String>,
    /// Fields and properties with `[Export]`, which is Godot's.
    pub(crate) exports: Vec<Field>,
    /// Delegates with `[Signal]`, which is Godot's too.
    pub(crate) signals: Vec<String>,
}

impl Declaration {
    pub(crate) fn has_attribute(&self, name: &str) -> bool {
        self.attributes.iter().any(|attribute| attribute == name)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) type_name: String,
    pub(crate) name: String,
}

/// A type that a class says it derives from or implements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Base {
    /// As written, without blanks: `Pool<List<int>>`.
    pub(crate) text: String,
    /// With its qualifiers, without type arguments: `Engine.Pool`.
    pub(crate) name: String,
    pub(crate) arity: usize,
}

/// What a source declares and can see.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Source {
    pub(crate) classes: Vec<Declaration>,
    /// The namespaces it uses.
    pub(crate) usings: Vec<String>,
}

impl Source {
    pub(crate) fn read(text: &str) -> Source {
        declarations::read(lexer::Lexer::new(text))
    }
}
