package tessera.ui.kit;

import javafx.scene.Node;

/** Visibility of nodes: a hidden node takes no room in the layout either. FX thread. */
public final class JavaFxNodeVisibility {

    private JavaFxNodeVisibility() {}

    /** Shows a node, or hides it and removes it from the layout. */
    public static void setShown(Node node, boolean there) {
        node.setVisible(there);
        node.setManaged(there);
    }
}
