package tessera.app;

import javafx.beans.property.SimpleStringProperty;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.skin.ButtonSkin;
import javafx.scene.control.skin.LabelSkin;
import javafx.scene.control.skin.ToggleButtonSkin;
import javafx.scene.input.KeyCode;
import tessera.ui.kit.Icons;

/** What Java reads and links when something is used for the first time, had on a thread that has nothing else to do. Any thread. */
final class FirstUse {

    private FirstUse() {}

    static void ofControls() {
        Icons.FLEET.node();
        var label = new Label("a");
        label.setSkin(new LabelSkin(label));
        var button = new Button("a", Icons.FLEET.node());
        button.setSkin(new ButtonSkin(button));
        var toggle = new ToggleButton("a");
        toggle.setSkin(new ToggleButtonSkin(toggle));
        var _ = KeyCode.ENTER;
        new SimpleStringProperty("").subscribe(_ -> {}).unsubscribe();
    }
}
