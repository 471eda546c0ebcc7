package tessera.ui.dock;

import java.util.List;
import javafx.scene.Node;

/** Content of a tab in the dock at the foot of the window. FX thread. */
public interface DockTab {

    /** Returns the title of the tab. */
    String title();

    /** Returns the full meaning of the title. */
    String helpText();

    Node node();

    /** Returns the work that closing would interrupt, a line each such as “a terminal in serving/llm-serve-1”. */
    List<String> runningWork();

    /** Returns the work that closing only this tab would interrupt, to be confirmed by the user. */
    default List<String> workToConfirm() {
        return runningWork();
    }

    /** Ends the work. Its tab is gone, or about to go. */
    void close();
}
