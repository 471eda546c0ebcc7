package tessera.ui.shell;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.controlsfx.control.PopOver;
import org.jspecify.annotations.Nullable;
import tessera.model.ServerVersion;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.ui.BackgroundQuery;
import tessera.ui.ClusterChooser;
import tessera.ui.OpenClusterSource;
import tessera.ui.OpenableClusterList;
import tessera.ui.OpenableClusterList.ClusterPurposeMark;
import tessera.ui.OpenableClusterList.ClusterWriteAccessMode;
import tessera.ui.kit.FloatingPopOver;
import tessera.ui.kit.FontIcon;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.ListPicker;
import tessera.ui.kit.ListPicker.PickerChoice;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.kit.TooltipFactory;
import tessera.ui.shell.WindowBarsState.ConnectionChipState;
import tessera.ui.shell.WindowBarsState.OfferedConnectionAction;

/** Top bar: cluster, namespace, connection, and read-only state. */
final class TopBar {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(TopBar.class);

    /** Room for the longest state, so that the search field stays where it is when states change. */
    private static final double RIGHT = 330;
    private static final double LONGEST_NAME = 260;

    private final OpenClusterSource services;
    private final ClusterChooser chooser;
    private final HBox node = new HBox(8);
    private final ListPicker contexts;
    private final ListPicker namespaces;
    private final BackgroundQuery<List<String>> namespacesLookup = new BackgroundQuery<>(names -> offerNames(names, ""),
            problem -> offerNames(List.of(), problem.problemText()));
    private final ConnectionStatusButton statusButton;
    private final Button lock = new Button();
    private boolean clusterAnswered;
    private final Label untrusted = new Label(MESSAGES.text("top.untrusted"), FontIcon.UNTRUSTED.node());
    private final ReadOnlyStringWrapper namespace = new ReadOnlyStringWrapper("");

    /**
     * @param search opens the palette
     * @param enter  called with the context whose cluster is to be opened
     */
    TopBar(OpenClusterSource services, ClusterChooser chooser, Runnable search, Consumer<String> enter) {
        this.services = services;
        this.chooser = chooser;
        this.contexts = new ListPicker("context", this::offerContexts, enter);
        this.namespaces = new ListPicker("namespace", this::offerNamespaces, chosen -> chooseNamespace(
                !chosen.equals(MESSAGES.text("palette.allNamespaces")) ? chosen : ""));
        this.statusButton = new ConnectionStatusButton(services, chooser);
        lock.setId("lock");
        lock.getStyleClass().addAll("flat", "chip");
        untrusted.getStyleClass().addAll("chip", "danger-text");
        node.setId("top-bar");
        node.getStyleClass().add("top-bar");
        node.setAlignment(Pos.CENTER_LEFT);
        var right = new HBox(8, untrusted, statusButton.node(), lock);
        right.setAlignment(Pos.CENTER_RIGHT);
        right.setMinWidth(RIGHT);
        node.getChildren().setAll(createLogo(), contexts.node(), namespaces.node(), LayoutBoxFactory.spacer(),
                searchButton(search), LayoutBoxFactory.spacer(), right);
        chooseNamespace("");
        contexts.node().setMinWidth(Region.USE_PREF_SIZE);
        contexts.node().setMaxWidth(LONGEST_NAME);
        namespaces.node().setMinWidth(Region.USE_PREF_SIZE);
        namespaces.node().setMaxWidth(LONGEST_NAME);
    }

    private static GridPane createLogo() {
        var logo = LayoutBoxFactory.withStyle(new GridPane(2, 2), "logo");
        var styles = List.of("one", "two", "three", "four");
        for (int i = 0; i < styles.size(); i++) {
            var tile = new Region();
            tile.getStyleClass().addAll("logo-tile", styles.get(i));
            logo.add(tile, i % 2, i / 2);
        }
        return logo;
    }

    private static Button searchButton(Runnable search) {
        var hint = TextLabelFactory.whole(MESSAGES.text("keys.searchKey"), "key-hint");
        var text = LayoutBoxFactory.growing(new Label(MESSAGES.text("palette.search"), FontIcon.SEARCH.node()));
        text.getStyleClass().add("muted");
        var content = LayoutBoxFactory.row(8, text, hint);
        var button = LayoutBoxFactory.withStyle(new Button(), "search-button");
        button.setGraphic(content);
        button.setId("search");
        button.setAccessibleText(MESSAGES.text("keys.search"));
        content.prefWidthProperty().bind(button.widthProperty().subtract(24));
        button.setOnAction(event -> search.run());
        return button;
    }

    HBox node() {
        return node;
    }

    /** The namespace whose pods are shown; empty for all. */
    ReadOnlyStringProperty namespaceProperty() {
        return namespace.getReadOnlyProperty();
    }

    void chooseNamespace(String chosen) {
        namespace.set(chosen);
        namespaces.setLabel(new Region(), OptionalText.orElse(chosen, MESSAGES.text("palette.allNamespaces")));
    }

    void show(OpenableClusterList clusters) {
        var current = clusters.openCluster();
        var kind = current.map(OpenableClusterList.ListedKubeconfigContext::mark).orElse(ClusterPurposeMark.PLAIN);
        var mark = new Region();
        var style = current.map(OpenableClusterList.ListedKubeconfigContext::styleClass).orElse("plain");
        mark.getStyleClass().addAll("context-mark", style);
        var text = kind != ClusterPurposeMark.PLAIN ? MESSAGES.text("top.purpose", kind) : "";
        var open = OptionalText.orElse(clusters.openContext(), MESSAGES.text("palette.chooseCluster"));
        boolean told = text.isEmpty() || open.contains(kind.name().toLowerCase(Locale.ROOT));
        contexts.setLabel(mark, told ? open : open + "  ·  " + text);
        contexts.node().setAccessibleText(MESSAGES.text("top.cluster", clusters.openContext(), text));
        node.getStyleClass().setAll("top-bar", "kind-" + style);
        namespaces.node().setVisible(!clusters.openContext().isEmpty());
        JavaFxNodeVisibility.setShown(untrusted, current.isPresent() && !current.get().trusted());
        showAccess(clusters.access());
    }

    private void showAccess(ClusterWriteAccessMode clusterWriteAccessMode) {
        if (clusterWriteAccessMode == ClusterWriteAccessMode.CHANGES_ALLOWED) {
            renderLock(FontIcon.UNLOCKED, MESSAGES.text("top.changesAllowed"), "unlocked");
        } else {
            renderLock(FontIcon.LOCKED, MESSAGES.text("top.readOnly"), "locked");
        }
        TooltipFactory.install(lock, switch (clusterWriteAccessMode) {
            case CHANGES_ALLOWED -> MESSAGES.text("top.blockChanges");
            case READ_ONLY -> MESSAGES.text("top.allowChanges");
            case READ_ONLY_FOR_GOOD -> MESSAGES.text("top.readOnlyForGood");
        });
        lock.setOnAction(
                event -> chooser.setReadOnly(clusterWriteAccessMode == ClusterWriteAccessMode.CHANGES_ALLOWED));
        showLock();
    }

    private void renderLock(FontIcon icon, String text, String style) {
        lock.setGraphic(icon.node());
        lock.setText(text);
        lock.getStyleClass().setAll("button", "flat", "chip", style);
    }

    void show(WindowBarsState state) {
        statusButton.show(state.chipState());
        // Before the cluster has answered, nobody knows whether it can be changed.
        clusterAnswered = state.chipState().answered() || !state.counts().isEmpty();
        showLock();
    }

    private void showLock() {
        JavaFxNodeVisibility.setShown(lock, clusterAnswered || lock.getStyleClass().contains("locked"));
    }

    private void offerContexts() {
        var clusters = services.clusters().get();
        contexts.offer(clusters.contexts().stream().map(listedContext -> new PickerChoice(listedContext.name(),
                listedContext.server(), listedContext.styleClass())).toList(), clusters.problem());
    }

    /** Clears the namespaces, as those of one cluster say nothing of another. */
    void leaveCluster() {
        namespacesLookup.cancel();
        offerNames(List.of(), "");
        chooseNamespace("");
    }

    private void offerNamespaces() {
        offerNames(List.of(), MESSAGES.text("top.readingNamespaces"));
        namespacesLookup.submit(() -> services.clusterServices().namespaces());
    }

    private void offerNames(List<String> names, String said) {
        namespaces.offer(Stream.concat(Stream.of(MESSAGES.text("palette.allNamespaces")), names.stream())
                .map(name -> new PickerChoice(name, "", "")).toList(), said);
    }

    /** Connection status in the top bar; a click shows details and actions. */
    private static final class ConnectionStatusButton {

        private static final double WIDTH = 380;

        private final Button node = new Button();
        private final Label detail = new Label();
        private final Label version = new Label();
        private final BackgroundQuery<ServerVersion> backgroundQuery = new BackgroundQuery<>(
                serverVersion -> showVersion(versionText(serverVersion)), problem -> showVersion(""));
        private final Button action = new Button();
        private final OpenClusterSource services;
        private final ClusterChooser chooser;
        private @Nullable ConnectionChipState displayedChipState;
        private @Nullable PopOver popOver;

        ConnectionStatusButton(OpenClusterSource services, ClusterChooser chooser) {
            this.services = services;
            this.chooser = chooser;
            node.setId("connection");
            node.getStyleClass().addAll("flat", "chip");
            detail.setId("connection-detail");
            action.setId("connection-action");
            version.setId("connection-version");
            showVersion("");
            node.setOnAction(event -> {
                showVersion("");
                backgroundQuery.submit(() -> services.clusterServices().version());
                detailPopOver().show(node);
            });
        }

        /** Creates the pop-over on first use, as a window should open without. */
        private PopOver detailPopOver() {
            var made = popOver;
            if (made == null) {
                detail.setWrapText(true);
                version.getStyleClass().addAll("small", "muted");
                var box = LayoutBoxFactory.withStyle(new VBox(12, detail, version, action), "picker-box");
                box.setPrefWidth(WIDTH);
                made = FloatingPopOver.create(box, PopOver.ArrowLocation.TOP_RIGHT);
                popOver = made;
            }
            return made;
        }

        private static String versionText(ServerVersion serverVersion) {
            if (serverVersion.version().isEmpty()) {
                return "";
            }
            return MESSAGES.text("top.version", serverVersion.version(), serverVersion.platform());
        }

        /** Shows the server version; a server that cannot be asked is described by the connection status. */
        private void showVersion(String text) {
            version.setText(text);
            JavaFxNodeVisibility.setShown(version, !text.isEmpty());
        }

        Button node() {
            return node;
        }

        void show(ConnectionChipState chipState) {
            // It is told every second, and what is set anew is drawn anew.
            if (chipState.equals(displayedChipState)) {
                return;
            }
            displayedChipState = chipState;
            node.setGraphic(chipState.glyph().node());
            node.setText(chipState.text());
            node.setAccessibleText(MESSAGES.text("top.connection", chipState.text()));
            detail.setText(chipState.detail());
            JavaFxNodeVisibility.setShown(action, chipState.actions() != OfferedConnectionAction.NONE);
            action.setText(chipState.actions() == OfferedConnectionAction.CANCEL ? MESSAGES.text("top.stopTrying")
                    : MESSAGES.text("banner.tryNow"));
            action.setOnAction(event -> {
                detailPopOver().hide();
                if (chipState.actions() == OfferedConnectionAction.CANCEL) {
                    chooser.disconnect();
                } else {
                    services.retryConnection();
                }
            });
        }
    }
}
