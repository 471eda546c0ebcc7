package tessera.ui.dock;

import java.util.List;
import javafx.scene.Node;

/** What has a tab at the foot of the window. FX thread. */
public interface DockTab {

    /** Fit for its tab. */
    String title();

    /** What the title stands for, in full. */
    String help();

    Node node();

    /** What would be cut short if it were left now, a line each such as “a terminal in serving/llm-serve-1”. */
    List<String> running();

    /** What of it would be cut short if only its own tab were closed, which is asked about then. */
    default List<String> asked() {
        return running();
    }

    /** Leaves what runs. Its tab is gone, or about to go. */
    void close();
}
