package tessera.ui.shell;

import java.util.List;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import tessera.text.MessageCatalog;
import tessera.ui.OpenableClusterList;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.kit.TooltipFactory;
import tessera.ui.kit.TruncatingPartsLabel;

/** Status bar: running changes, counts, freshness. */
final class StatusBar {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(StatusBar.class);

    private final Hyperlink changing = new Hyperlink();
    private final Label demo = TextLabelFactory.label(MESSAGES.text("status.demo"), "demo-words");
    private final Label noteLabel = TextLabelFactory.label("", "warn-text");
    private final Label counts = new Label();
    private final TruncatingPartsLabel freshness = new TruncatingPartsLabel("", WindowBarsStateBuilder.BETWEEN,
            "status-freshness");
    private final Label clock = TextLabelFactory.label("00:00:00", "mono", "status-clock");
    private final HBox node;

    StatusBar() {
        counts.setId("status-counts");
        freshness.setId("status-freshness");
        clock.setId("status-clock");
        HBox.setHgrow(freshness, Priority.ALWAYS);
        node = new HBox(24, changing, demo, counts, noteLabel, freshness, new FixedWidthLabel(clock));
        node.setId("status-bar");
        node.getStyleClass().add("status-bar");
        // How fresh things are may take many words, the last of which can be spared; these are short, and read whole.
        for (var whole : List.of(demo, counts)) {
            whole.setMinWidth(Region.USE_PREF_SIZE);
        }
        demo.setId("status-demo");
        noteLabel.setId("status-remark");
        noteLabel.setMinWidth(0);
        changing.setId("status-change");
        showNews("", () -> {});
        markDemo(false);
    }

    /** Shows the news of a change, nothing if it is empty; and an action that shows it. */
    void showNews(String news, Runnable look) {
        changing.setText(news);
        JavaFxNodeVisibility.setShown(changing, !news.isEmpty());
        changing.setOnAction(event -> look.run());
    }

    HBox node() {
        return node;
    }

    /** Marks the cluster as simulated or not. */
    private void markDemo(boolean simulated) {
        JavaFxNodeVisibility.setShown(demo, simulated);
    }

    /** Shows whether the cluster is simulated, and the problems with the user's own files. */
    void show(OpenableClusterList clusters) {
        markDemo(clusters.isSimulated());
        // While none is open the page on which one is chosen tells it.
        var problem = clusters.openContext().isEmpty() ? "" : clusters.problem();
        noteLabel.setText(problem);
        JavaFxNodeVisibility.setShown(noteLabel, !problem.isEmpty());
        TooltipFactory.install(noteLabel, problem);
    }

    /** Shows the time of day. */
    void showTime(String time) {
        clock.setText(time);
    }

    void show(WindowBarsState state) {
        counts.setText(state.counts());
        freshness.show(state.freshness());
    }

    /**
     * Label of constant width: nothing around it is laid out anew when its text changes.
     */
    static final class FixedWidthLabel extends Region {

        private final Label text;
        private double width = -1;

        FixedWidthLabel(Label text) {
            this.text = text;
            text.setManaged(false);
            getChildren().setAll(text);
            setMinWidth(USE_PREF_SIZE);
            text.fontProperty().addListener((font, before, now) -> {
                width = -1;
                requestLayout();
            });
        }

        @Override
        protected double computePrefWidth(double height) {
            width = Math.max(width, Math.ceil(text.prefWidth(-1)));
            return width;
        }

        @Override
        protected double computePrefHeight(double width) {
            return text.prefHeight(-1);
        }

        @Override
        protected void layoutChildren() {
            text.resizeRelocate(0, (getHeight() - text.prefHeight(-1)) / 2, getWidth(), text.prefHeight(-1));
        }
    }
}
