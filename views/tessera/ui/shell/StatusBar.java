package tessera.ui.shell;

import java.util.List;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import tessera.ui.ClusterList;
import tessera.ui.kit.NodePresence;
import tessera.ui.kit.TooltipText;
import tessera.ui.kit.WholeParts;

/** What is running, what was counted, how fresh it is. */
final class StatusBar {

    private final Hyperlink changing = new Hyperlink();
    private final Label demo = new Label("Simulated cluster: nothing here is real");
    private final Label remark = new Label();
    private final Label counts = new Label();
    private final WholeParts freshness = new WholeParts("", FrameProjection.BETWEEN, "status-freshness");
    private final Label clock = new Label("00:00:00");
    private final HBox node;

    StatusBar() {
        counts.setId("status-counts");
        freshness.setId("status-freshness");
        clock.setId("status-clock");
        clock.getStyleClass().addAll("mono", "status-clock");
        HBox.setHgrow(freshness, Priority.ALWAYS);
        node = new HBox(24, changing, demo, counts, remark, freshness, new SteadyLabel(clock));
        node.setId("status-bar");
        node.getStyleClass().add("status-bar");
        // How fresh things are may take many words, the last of which can be spared; these are short, and read whole.
        for (var whole : List.of(demo, counts)) {
            whole.setMinWidth(Region.USE_PREF_SIZE);
        }
        demo.setId("status-demo");
        demo.getStyleClass().add("demo-words");
        remark.setId("status-remark");
        remark.getStyleClass().add("warn-text");
        remark.setMinWidth(0);
        changing.setId("status-change");
        tell("", () -> {});
        markDemo(false);
    }

    /** What is to be told of a change, nothing if it is empty; and how it is looked at. */
    void tell(String news, Runnable look) {
        changing.setText(news);
        NodePresence.of(changing, !news.isEmpty());
        changing.setOnAction(event -> look.run());
    }

    HBox node() {
        return node;
    }

    /** Whether the cluster is the simulated one. */
    private void markDemo(boolean simulated) {
        NodePresence.of(demo, simulated);
    }

    /** Whether the cluster is simulated, and what is wrong with the user's own files. */
    void show(ClusterList clusters) {
        markDemo(clusters.simulated());
        // While none is open the page on which one is chosen tells it.
        var problem = clusters.open().isEmpty() ? "" : clusters.problem();
        remark.setText(problem);
        NodePresence.of(remark, !problem.isEmpty());
        TooltipText.on(remark, problem);
    }

    /** Tells the time of day. */
    void tell(String time) {
        clock.setText(time);
    }

    void show(FrameState state) {
        counts.setText(state.counts());
        freshness.show(state.freshness());
    }
}
