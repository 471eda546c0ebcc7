package tessera.cluster.decode;

import tessera.text.Reason;

/** A reason why an answer of the server, or an object in it, could not be read. */
public sealed interface DecodeReason extends Reason {

    /** A value has another type than the API has there; the path is empty for the object itself. */
    record ValueMismatch(String path, ExpectedValue expected) implements DecodeReason {}

    /** The kind of value that the API defines. */
    enum ExpectedValue implements DecodeReason {
        OBJECT,
        LIST,
        SCALAR,
        BOOLEAN,
        NUMBER,
        QUANTITY,
        TIME,
        SHALLOW
    }

    /** A list or mapping has more entries than are kept. */
    record TooManyEntries(String path, int maximum) implements DecodeReason {}

    /** A fault of an object's name. */
    enum ObjectNameFault implements DecodeReason {
        MISSING,
        INVALID
    }

    /** A fault of JSON, or of the list or event that it is. */
    enum JsonFault implements DecodeReason {
        EARLY_END,
        FIELD_WITHOUT_NAME,
        FIELD_WITHOUT_VALUE,
        COMMA_MISSING,
        NUMBER_TOO_LONG,
        INVALID_VALUE,
        NESTED_TOO_DEEPLY,
        BRACKET_MISMATCH,
        TRAILING_DATA,
        NOT_OBJECT,
        NOT_LIST,
        EVENT_NOT_OBJECT,
        EVENT_WITHOUT_OBJECT,
        EVENT_OF_UNKNOWN_TYPE
    }

    /** All pages of a list are larger than what is read. */
    record ListTooLarge(long gibibytes) implements DecodeReason {}
}
