package tessera.app;

import javafx.beans.property.SimpleStringProperty;
import javafx.scene.input.KeyCode;
import tessera.ui.kit.IconFont;

/**
 * What Java reads and links when something of JavaFX is used for the first time, had on a thread that has nothing else to do. Nothing
 * here is a control: the first of those loads JavaFX's own look, unless another is set by then.
 */
final class FirstUse {

    /** A record, whose first comparison has Java build what compares records. */
    private record WarmUpRecord(Object one) {}

    private FirstUse() {}

    /** Any thread. */
    static void ofScenes() {
        IconFont.FLEET.node();
        var _ = KeyCode.ENTER;
        var _ = new WarmUpRecord("").equals(new WarmUpRecord(""));
        var text = new SimpleStringProperty("");
        text.map(String::length).subscribe(_ -> {}).and(text.subscribe(() -> {})).unsubscribe();
    }
}
