package tessera.ui.kit;

import javafx.scene.Node;

/** Whether a node is there: one that is not takes no room either. FX thread. */
public final class NodePresence {

    private NodePresence() {}

    /** Shows a node, or takes it out of sight and of the layout. */
    public static void of(Node node, boolean there) {
        node.setVisible(there);
        node.setManaged(there);
    }
}
