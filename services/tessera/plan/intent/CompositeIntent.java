package tessera.plan.intent;

import java.util.List;
import java.util.stream.Collectors;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/**
 * Several intents as one, such as pods to delete together, or an undo for nodes that differed before.
 *
 * @param parts of which no two are about the same object
 */
public record CompositeIntent(List<ChangeIntent> parts) implements ChangeIntent {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CompositeIntent.class);
    private static final int MOST_NAMED = 3;

    public CompositeIntent {
        parts = List.copyOf(parts);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("no parts");
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
            return MESSAGES.text("composite.pods", verb(), parts.size());
        }
        boolean many = parts.size() > MOST_NAMED;
        var named = parts.stream().limit(many ? MOST_NAMED - 1 : MOST_NAMED).map(ChangeIntent::summaryText)
                .collect(SentenceJoiner.toClauses());
        return many ? MESSAGES.text("composite.more", named, parts.size() - MOST_NAMED + 1) : named;
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
