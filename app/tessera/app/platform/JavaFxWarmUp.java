package tessera.app.platform;

import javafx.beans.property.SimpleStringProperty;
import javafx.scene.input.KeyCode;
import tessera.ui.kit.FontIcon;

/**
 * Loads and links JavaFX classes ahead of their first use, on an idle thread. Nothing
 * here is a control: the first of those loads JavaFX's own look, unless another is set by then.
 */
final class JavaFxWarmUp {

    /** A record whose first comparison has Java link its {@code equals}. */
    private record EqualsLinkingRecord(Object value) {}

    private JavaFxWarmUp() {}

    /** Warms up the classes of scenes; any thread. */
    static void warmUpScenes() {
        FontIcon.FLEET.node();
        var _ = KeyCode.ENTER;
        var _ = new EqualsLinkingRecord("").equals(new EqualsLinkingRecord(""));
        var text = new SimpleStringProperty("");
        text.map(String::length).subscribe(_ -> {}).and(text.subscribe(() -> {})).unsubscribe();
    }
}
