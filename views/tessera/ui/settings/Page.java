package tessera.ui.settings;

import javafx.scene.Node;

/** A section of the settings. FX thread. */
interface Page {

    String title();

    Node node();

    void show(SettingsState state);
}
