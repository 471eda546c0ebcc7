package tessera.plan.intent;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Several intents as one, such as pods to delete together, or an undo for nodes that differed before.
 *
 * @param parts of which no two are about the same object
 */
public record CompositeIntent(List<ChangeIntent> parts) implements ChangeIntent {

    private static final int MOST_NAMED = 3;

    public CompositeIntent {
        parts = List.copyOf(parts);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("nothing is wanted");
        }
    }

    @Override
    public String verb() {
        return parts.getFirst().verb();
    }

    @Override
    public String summaryText() {
        if (parts.size() > MOST_NAMED && isPodsOnly()
                && parts.stream().map(ChangeIntent::verb).distinct().count() == 1) {
            var verb = verb();
            return "%s%s %d pods".formatted(Character.toUpperCase(verb.charAt(0)), verb.substring(1), parts.size());
        }
        return parts.stream().limit(parts.size() <= MOST_NAMED ? MOST_NAMED : MOST_NAMED - 1)
                .map(ChangeIntent::summaryText)
                .collect(Collectors.joining("; "))
                + (parts.size() <= MOST_NAMED ? "" : "; and %d more".formatted(parts.size() - MOST_NAMED + 1));
    }

    /** Returns whether all parts are about pods. */
    public boolean isPodsOnly() {
        return parts.stream()
                .allMatch(part -> part instanceof WorkloadChangeIntent of && of.object().kind().equals("Pod"));
    }

    @Override
    public String commandLine() {
        return parts.stream().map(ChangeIntent::commandLine).collect(Collectors.joining("; "));
    }
}
