package tessera.ui.launch;

import java.util.function.Predicate;
import javafx.scene.control.ListCell;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.launch.Template;
import tessera.ui.kit.Texts;

/** A template as a line. */
final class TemplateCell extends ListCell<Template> {

    private final Predicate<Template> installed;

    /** @param installed whether what a template needs is there */
    TemplateCell(Predicate<Template> installed) {
        this.installed = installed;
    }

    @Override
    protected void updateItem(@Nullable Template template, boolean empty) {
        super.updateItem(template, empty);
        if (empty || template == null) {
            setGraphic(null);
            setAccessibleText("");
            return;
        }
        boolean there = installed.test(template);
        var words = there ? template.description() : template.kind() + " is not installed";
        var box = new VBox(1, Texts.yielding(template.title(), there ? "strong" : "muted"),
                Texts.yielding(words, "small", "muted"));
        box.setPrefWidth(0);
        setGraphic(box);
        setAccessibleText(template.title() + ", " + words);
    }
}
