package tessera.ui.launch;

import java.util.function.Function;
import javafx.scene.control.ListCell;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.launch.Template;
import tessera.ui.kit.Texts;
import tessera.ui.kit.Tips;

/** A template as a line. */
final class TemplateCell extends ListCell<Template> {

    private final Function<Template, String> lack;

    /** @param lack what the cluster lacks for a template, in words; empty for nothing */
    TemplateCell(Function<Template, String> lack) {
        this.lack = lack;
    }

    @Override
    protected void updateItem(@Nullable Template template, boolean empty) {
        super.updateItem(template, empty);
        if (empty || template == null) {
            setGraphic(null);
            Tips.on(this, "");
            setAccessibleText("");
            return;
        }
        var lacking = lack.apply(template);
        boolean there = lacking.isEmpty();
        var words = there ? template.description() : lacking;
        var box = new VBox(1, Texts.yielding(template.title(), there ? "strong" : "muted"),
                Texts.yielding(words, "small", "muted"));
        box.setPrefWidth(0);
        setGraphic(box);
        // There is not the room for all of it in the list.
        Tips.on(this, words);
        setAccessibleText(template.title() + ", " + words);
    }
}
