package tessera.ui.quota;

import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.Node;
import tessera.ui.AsyncQuery;
import tessera.ui.change.ComputedForm;
import tessera.ui.change.FormResult;
import tessera.ui.kit.SelectableText;

/** Placeholder for an object's form until the object is read; shows the problem where it cannot be. FX thread. */
final class LoadingForm<T> implements ComputedForm {

    private final String title;
    private final String subject;
    private final Node node = SelectableText.wrapped("It is read as it is now.", "muted");
    private final FormResult result = new FormResult();

    /** @param found called with the object; not once this is out of sight */
    LoadingForm(String title, String subject, AsyncQuery.QuerySource<Optional<T>> source, Consumer<T> found) {
        this.title = title;
        this.subject = subject;
        result.setProblem("Reading…");
        new AsyncQuery<Optional<T>>(read -> {
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
    public String subject() {
        return subject;
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public FormResult result() {
        return result;
    }

    @Override
    public void focus() {
        // There is nothing to be answered yet.
    }
}
