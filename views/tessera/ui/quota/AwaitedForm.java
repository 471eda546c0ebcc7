package tessera.ui.quota;

import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.Node;
import tessera.ui.AsyncQuery;
import tessera.ui.change.FormResult;
import tessera.ui.change.ResultForm;
import tessera.ui.kit.SelectableText;

/** Stands for a form about an object until that is read; says why where it cannot be. FX thread. */
final class AwaitedForm<T> implements ResultForm {

    private final String title;
    private final String subject;
    private final Node node = SelectableText.wrapped("It is read as it is now.", "muted");
    private final FormResult result = new FormResult();

    /** @param found called with the object; not once this is out of sight */
    AwaitedForm(String title, String subject, AsyncQuery.QuerySource<Optional<T>> source, Consumer<T> found) {
        this.title = title;
        this.subject = subject;
        result.complain("Reading…");
        new AsyncQuery<Optional<T>>(read -> {
            if (read.isEmpty()) {
                result.complain("There is no %s any more".formatted(subject));
            } else if (node.getScene() != null) {
                found.accept(read.get());
            }
        }, why -> result.complain(why.sentence())).ask(source);
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
