package tessera.text;

import java.util.Map;

/**
 * A reason as data: a record (or an enum constant) whose components are the fields of its sentence.
 *
 * <p>
 * The sentence stands under the {@link #code()} in the {@code messages.properties} of the reason's package, and names the components:
 * {@code UntoleratedTaint=Untolerated taint {taint} on {nodes, plural, one {# node} other {# nodes}}.} Rules return reasons and never
 * sentences; a family of reasons is a sealed interface.
 */
public interface Reason {

    /** Returns the code that names the reason in JSON, in the style of reasons of Kubernetes: {@code UntoleratedTaint}. */
    default String code() {
        return this instanceof Enum<?> constant ? constant.getDeclaringClass().getSimpleName() + "." + constant.name()
                : getClass().getSimpleName();
    }

    /** Returns the sentence, in the language of the display. */
    default String text() {
        return MessageCatalog.of(getClass()).reasonText(this);
    }

    /** Returns what helps, from the sentence under {@code code().remedy}; empty where the package has none. */
    default String remedyText() {
        return MessageCatalog.of(getClass()).remedyText(this);
    }

    /** Returns the fields by name, in their order. */
    default Map<String, Object> fieldValues() {
        return MessageCatalog.fieldValuesOf(this);
    }

    /** Returns the reason with another remedy. */
    default Reason withRemedy(String remedy) {
        return new RemediedReason(this, remedy);
    }

    /** Returns the reason without a remedy that was added to it. */
    default Reason withoutAddedRemedy() {
        return this;
    }
}
