package tessera.ui.quota;

import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.Node;
import tessera.ui.BackgroundQuery;
import tessera.ui.change.ChangeIntentFormResult;
import tessera.ui.change.RecomputingChangeForm;
import tessera.ui.kit.TextLabelFactory;

/** Placeholder for an object's form until the object is read; shows the problem where it cannot be. FX thread. */
final class ObjectFormLoadingPlaceholder<T> implements RecomputingChangeForm {

    private final String title;
    private final String subject;
    private final Node node = TextLabelFactory.wrapped("It is read as it is now.", "muted");
    private final ChangeIntentFormResult result = new ChangeIntentFormResult();

    /** @param found called with the object; not once this is out of sight */
    ObjectFormLoadingPlaceholder(String title, String subject, BackgroundQuery.QuerySource<Optional<T>> source,
            Consumer<T> found) {
        this.title = title;
        this.subject = subject;
        result.setProblem("Reading…");
        new BackgroundQuery<Optional<T>>(read -> {
            if (read.isEmpty()) {
                result.setProblem("There is no %s any more".formatted(subject));
            } else if (node.getScene() != null) {
                found.accept(read.get());
            }
        }, problem -> result.setProblem(problem.problemText())).submit(source);
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public String subjectText() {
        return subject;
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public ChangeIntentFormResult result() {
        return result;
    }

    @Override
    public void focus() {
        // There is nothing to be answered yet.
    }
}
