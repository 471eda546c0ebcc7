package tessera.ui.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Cursor;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import tessera.model.ObjectRef;
import tessera.ui.Clusters.Access;
import tessera.ui.Desk;
import tessera.ui.change.NodeChanges.Offer;
import tessera.ui.kit.Icons;

/** The terminals of a window, a tab each, at its foot; absent while there is none. FX thread. */
public final class TerminalDock {

    private static final double USUAL = 340;
    private static final double LEAST = 140;
    /** What is left of the screen above, however high it is drawn. */
    private static final double ABOVE = 200;

    private final Desk desk;
    private final TabPane tabs = new TabPane();
    private final BorderPane node = new BorderPane();
    private double grabbed;

    public TerminalDock(Desk desk) {
        this.desk = desk;
        node.setId("terminal-dock");
        node.getStyleClass().add("terminal-dock");
        tabs.setId("terminal-tabs");
        tabs.setTabClosingPolicy(TabPane.TabClosingPolicy.ALL_TABS);
        var close = new Button("", Icons.CLOSE.node());
        close.setId("terminal-close");
        close.getStyleClass().addAll("flat", "terminal-close");
        close.setAccessibleText("Close all terminals");
        close.setTooltip(new Tooltip("Close all terminals"));
        close.setOnAction(event -> closeAll());
        StackPane.setAlignment(close, Pos.TOP_RIGHT);
        node.setTop(handle());
        node.setCenter(new StackPane(tabs, close));
        node.setPrefHeight(USUAL);
        node.setMinHeight(LEAST);
        show();
    }

    /** Where it is drawn higher or lower. */
    private Region handle() {
        var handle = new Region();
        handle.getStyleClass().add("terminal-handle");
        handle.setCursor(Cursor.V_RESIZE);
        handle.setOnMousePressed(event -> grabbed = node.getHeight() + event.getScreenY());
        handle.setOnMouseDragged(event -> node.setPrefHeight(
                Math.clamp(grabbed - event.getScreenY(), LEAST,
                        Math.max(LEAST, node.getScene().getHeight() - ABOVE))));
        return handle;
    }

    public Node node() {
        return node;
    }

    /** What can be begun with a pod that reaches into it; in read-only mode the same, with that as the reason against it. */
    public List<Offer> offers(ObjectRef object) {
        var offers = new ArrayList<Offer>();
        if (object.kind().equals("Pod")) {
            offers.add(new Offer("Open terminal", () -> open(TerminalTask.shell(object)), reason()));
        }
        return offers;
    }

    private Optional<String> reason() {
        return desk.clusters().get().access() == Access.CHANGES_ALLOWED ? Optional.empty()
                : Optional.of("read-only mode");
    }

    /** Opens a terminal with a shell in a pod. */
    public void openShell(ObjectRef pod) {
        open(TerminalTask.shell(pod));
    }

    private void open(TerminalTask task) {
        var pane = new TerminalPane(desk, task, this::open);
        var tab = new Tab(task.title(), pane.node());
        tab.setTooltip(new Tooltip(task.pod().toString()));
        tab.setOnClosed(event -> {
            pane.close();
            show();
        });
        tab.setUserData(pane);
        tabs.getTabs().add(tab);
        tabs.getSelectionModel().select(tab);
        show();
        pane.start();
    }

    private void show() {
        boolean any = !tabs.getTabs().isEmpty();
        node.setVisible(any);
        node.setManaged(any);
    }

    /** Leaves everything that runs. */
    public void closeAll() {
        for (var tab : List.copyOf(tabs.getTabs())) {
            if (tab.getUserData() instanceof TerminalPane pane) {
                pane.close();
            }
        }
        tabs.getTabs().clear();
        show();
    }

    private Optional<TerminalPane> shown() {
        var tab = tabs.getSelectionModel().getSelectedItem();
        return tab != null && tab.getUserData() instanceof TerminalPane pane ? Optional.of(pane) : Optional.empty();
    }

    /** What the terminal in sight shows, with what went out of sight; nothing where there is none. */
    public List<String> lines() {
        return shown().map(TerminalPane::lines).orElse(List.of());
    }

    /** How it stands with the terminal in sight. */
    public String status() {
        return shown().map(TerminalPane::status).orElse("");
    }

    /** Whether somebody types there. */
    public boolean holdsFocus() {
        for (Node focused = node.getScene() == null ? null
                : node.getScene().getFocusOwner(); focused != null; focused = focused.getParent()) {
            if (focused.getStyleClass().contains("terminal-ground")) {
                return true;
            }
        }
        return false;
    }
}
