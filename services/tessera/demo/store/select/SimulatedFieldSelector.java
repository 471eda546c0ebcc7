package tessera.demo.store.select;

import java.util.ArrayList;
import java.util.List;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedResourceType.SelectableField;
import tessera.demo.store.SimulatedStoredObject;

/** A condition on the few fields of a resource that a server indexes: all terms must hold. */
public final class SimulatedFieldSelector {

    public static final SimulatedFieldSelector EVERYTHING = new SimulatedFieldSelector(List.of());

    private static final int NAME = -1;
    private static final int NAMESPACE = -2;

    private final List<FieldTerm> terms;

    /** @param field place in the object's index, or one of the constants */
    private record FieldTerm(int field, boolean equal, String value) {

        boolean matches(SimulatedStoredObject object) {
            var actual = switch (field) {
                case NAME -> object.name();
                case NAMESPACE -> object.namespace();
                default -> object.fieldValues().get(field);
            };
            return actual.equals(value) == equal;
        }
    }

    private SimulatedFieldSelector(List<FieldTerm> terms) {
        this.terms = terms;
    }

    /** Parses a {@code fieldSelector} parameter. */
    public static SimulatedFieldSelector parse(String text, SimulatedResourceType type) throws SimulatedApiException {
        var terms = new ArrayList<FieldTerm>();
        for (var term : splitTerms(text)) {
            if (!term.isEmpty()) {
                terms.add(parseTerm(term, text, type));
            }
        }
        return terms.isEmpty() ? EVERYTHING : new SimulatedFieldSelector(terms);
    }

    public boolean matches(SimulatedStoredObject object) {
        for (var term : terms) {
            if (!term.matches(object)) {
                return false;
            }
        }
        return true;
    }

    /** Splits a text at commas; they and equals signs may be escaped by a backslash. */
    private static List<String> splitTerms(String text) {
        var parts = new ArrayList<String>();
        int begin = 0;
        boolean escaped = false;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == ',' && !escaped) {
                parts.add(text.substring(begin, i));
                begin = i + 1;
            }
            escaped = text.charAt(i) == '\\' && !escaped;
        }
        parts.add(text.substring(begin));
        return parts;
    }

    private static FieldTerm parseTerm(String term, String whole, SimulatedResourceType type)
            throws SimulatedApiException {
        for (var operator : List.of("!=", "==", "=")) {
            int at = term.indexOf(operator);
            if (at >= 0) {
                var value = term.substring(at + operator.length()).replaceAll("\\\\([\\\\,=])", "$1");
                return new FieldTerm(fieldIndex(term.substring(0, at), type), !operator.equals("!="), value);
            }
        }
        throw SimulatedApiException.badRequest("invalid selector: '%s'; can't understand '%s'".formatted(whole, term));
    }

    private static int fieldIndex(String label, SimulatedResourceType type) throws SimulatedApiException {
        if (label.equals("metadata.name")) {
            return NAME;
        }
        if (label.equals("metadata.namespace") && type.namespaced()) {
            return NAMESPACE;
        }
        int field = type.traits().fields().stream().map(SelectableField::label).toList().indexOf(label);
        if (field < 0) {
            throw SimulatedApiException
                    .badRequest(type.traits().fields().isEmpty() && !type.traits().isCustom()
                            ? "\"%s\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\""
                                    .formatted(label)
                            : "field label not supported: " + label);
        }
        return field;
    }
}
