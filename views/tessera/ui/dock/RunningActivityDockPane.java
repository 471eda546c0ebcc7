package tessera.ui.dock;

import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import javafx.event.Event;
import javafx.geometry.Pos;
import javafx.scene.Cursor;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import tessera.text.MessageCatalog;
import tessera.ui.kit.FontIcon;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.LayoutBoxFactory;

/** The dock at the foot of the window: a tab for each running activity; absent while there is none. FX thread. */
public final class RunningActivityDockPane {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(RunningActivityDockPane.class);
    private static final double USUAL = 340;
    private static final double LEAST = 140;
    /** Of the window, as long as nobody draws it higher. */
    private static final double SHARE = 0.4;
    /** What is left of the screen above, however high it is drawn. */
    private static final double ABOVE = 200;

    private final TabPane tabs = new TabPane();
    private final BorderPane node = new BorderPane();
    private final Runnable closing;
    private final BiConsumer<List<String>, Runnable> confirmClose;
    private double grabbed;
    /** How high it is where there is the room; what was drawn counts more than what is usual. */
    private double preferredHeight = USUAL;
    private boolean resized;

    /**
     * A foot without tabs.
     *
     * @param closing asked for when everything is to be closed at once
     * @param confirmClose  asks whether to end some things, and does something if so
     */
    public RunningActivityDockPane(Runnable closing, BiConsumer<List<String>, Runnable> confirmClose) {
        this.closing = closing;
        this.confirmClose = confirmClose;
        node.setId("terminal-dock");
        node.getStyleClass().add("terminal-dock");
        tabs.setId("terminal-tabs");
        tabs.setTabClosingPolicy(TabPane.TabClosingPolicy.ALL_TABS);
        node.setMinHeight(LEAST);
        node.sceneProperty().flatMap(Scene::heightProperty).subscribe(height -> fitHeight());
        updateVisibility();
    }

    private Button closeButton() {
        var close = LayoutBoxFactory.withStyle(new Button("", FontIcon.CLOSE.node()), "flat", "terminal-close");
        close.setId("terminal-close");
        close.setAccessibleText(MESSAGES.text("dock.closeAll"));
        close.setTooltip(new Tooltip(MESSAGES.text("dock.closeAll")));
        close.setOnAction(event -> closing.run());
        StackPane.setAlignment(close, Pos.TOP_RIGHT);
        return close;
    }

    /** Returns the handle that resizes the dock. */
    private Region resizeHandle() {
        var handle = LayoutBoxFactory.withStyle(new Region(), "terminal-handle");
        handle.setCursor(Cursor.V_RESIZE);
        handle.setOnMousePressed(event -> grabbed = node.getHeight() + event.getScreenY());
        handle.setOnMouseDragged(event -> {
            resized = true;
            preferredHeight = grabbed - event.getScreenY();
            fitHeight();
        });
        return handle;
    }

    /** Limits the height in a small window. */
    private void fitHeight() {
        var scene = node.getScene();
        double room;
        if (scene == null) {
            room = USUAL;
        } else if (resized) {
            room = scene.getHeight() - ABOVE;
        } else {
            room = scene.getHeight() * SHARE;
        }
        node.setPrefHeight(Math.clamp(preferredHeight, LEAST, Math.max(LEAST, room)));
    }

    public Node node() {
        return node;
    }

    /** Selects the tab of a tenant, and adds one if it has none. */
    public void show(DockTab tenant) {
        var tab = tabs.getTabs().stream().filter(each -> tenant.equals(each.getUserData())).findFirst()
                .orElseGet(() -> addTab(tenant));
        tabs.getSelectionModel().select(tab);
        updateVisibility();
        // Before it is dressed for the first time nothing in it takes the focus.
        node.applyCss();
    }

    private Tab addTab(DockTab tenant) {
        var tab = new Tab(tenant.title(), tenant.node());
        tab.setTooltip(new Tooltip(tenant.helpText()));
        tab.setUserData(tenant);
        tab.setOnCloseRequest(event -> confirmTabClose(event, tenant, tab));
        tab.setOnClosed(event -> closeTenant(tenant));
        tabs.getTabs().add(tab);
        return tab;
    }

    private void confirmTabClose(Event event, DockTab tenant, Tab tab) {
        var running = tenant.workToConfirm();
        if (!running.isEmpty()) {
            event.consume();
            confirmClose.accept(running, () -> {
                tabs.getTabs().remove(tab);
                closeTenant(tenant);
            });
        }
    }

    private void closeTenant(DockTab tenant) {
        tenant.close();
        updateVisibility();
    }

    private void updateVisibility() {
        boolean any = !tabs.getTabs().isEmpty();
        if (any && node.getCenter() == null) {
            // As late as the first tab, so that a window opens sooner.
            node.setTop(resizeHandle());
            node.setCenter(new StackPane(tabs, closeButton()));
        }
        JavaFxNodeVisibility.setShown(node, any);
    }

    private Stream<DockTab> tenants() {
        return tabs.getTabs().stream().map(Tab::getUserData).map(DockTab.class::cast);
    }

    /** Returns the work that closing all tabs would interrupt. */
    public List<String> runningWork() {
        return tenants().flatMap(tenant -> tenant.runningWork().stream()).toList();
    }

    /** Closes all tabs. */
    public void closeAll() {
        tenants().toList().forEach(DockTab::close);
        tabs.getTabs().clear();
        updateVisibility();
    }

    /** Returns the tenant of the selected tab. */
    public Optional<DockTab> selectedTenant() {
        return Optional.ofNullable(tabs.getSelectionModel().getSelectedItem()).map(Tab::getUserData)
                .map(DockTab.class::cast);
    }
}
