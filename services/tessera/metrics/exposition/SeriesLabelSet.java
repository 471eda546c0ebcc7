package tessera.metrics.exposition;

import java.util.Arrays;
import java.util.List;

/**
 * The labels of a series, in the order in which they were written. Series with the same labels mostly share one object,
 * so what is derived from it can be kept by it; {@code equals} says for sure. Immutable.
 */
public final class SeriesLabelSet {

    /** No labels. */
    public static final SeriesLabelSet EMPTY = new SeriesLabelSet(new String[0], new String[0]);

    private final String[] names;
    private final String[] values;
    private final int hash;

    SeriesLabelSet(String[] names, String[] values) {
        this.names = names;
        this.values = values;
        this.hash = Arrays.hashCode(names) * 31 + Arrays.hashCode(values);
    }

    /** Returns labels that did not come from an exposition. */
    public static SeriesLabelSet of(List<String> names, List<String> values) {
        if (names.isEmpty()) {
            return EMPTY;
        }
        return new SeriesLabelSet(names.toArray(String[]::new), values.toArray(String[]::new));
    }

    /** Returns the number of labels. */
    public int size() {
        return names.length;
    }

    /** Returns the name of the label at an index. */
    public String name(int index) {
        return names[index];
    }

    /** Returns the value of the label at an index. */
    public String value(int index) {
        return values[index];
    }

    /** Returns the value of a label; empty when there is none, which to Prometheus is the same. */
    public String valueOf(String name) {
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name)) {
                return values[i];
            }
        }
        return "";
    }

    /** Returns the first value that is not empty among those of some labels; empty when all are. */
    public String firstValueOf(List<String> names) {
        for (int i = 0; i < names.size(); i++) {
            var value = valueOf(names.get(i));
            if (!value.isEmpty()) {
                return value;
            }
        }
        return "";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SeriesLabelSet labels && hash == labels.hash && Arrays.equals(names, labels.names)
                && Arrays.equals(values, labels.values);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        var text = new StringBuilder("{");
        for (int i = 0; i < names.length; i++) {
            text.append(i == 0 ? "" : ",").append(names[i]).append('=').append('"').append(values[i]).append('"');
        }
        return text.append('}').toString();
    }
}
