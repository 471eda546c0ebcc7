package tessera.ui.shell;

import java.util.Optional;
import javafx.geometry.Pos;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.flow.LatestValue;
import tessera.model.CredentialPluginApprovalRequest;
import tessera.text.MessageCatalog;
import tessera.ui.ClusterChooser;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.kit.FloatingShadow;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/**
 * The question whether a program may be run that a kubeconfig names, before the cluster is opened. Enter and Esc both leave it
 * unrun. FX thread.
 */
final class CredentialPluginDialog implements AutoCloseable {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CredentialPluginDialog.class);
    private static final double NAMES = 88;

    private final ClusterChooser services;
    private final StackPane node = new StackPane();
    private final LatestValue.ObserverRegistration registration;

    CredentialPluginDialog(ClusterChooser services) {
        this.services = services;
        node.setId("plugin");
        node.getStyleClass().add("palette-veil");
        node.setAlignment(Pos.CENTER);
        node.setVisible(false);
        registration = services.pluginRequest().observe(() -> showPluginRequest(services));
        show(services.pluginRequest().get());
    }

    private void showPluginRequest(ClusterChooser services) {
        JavaFxThreadRelay.runOnFxThread(() -> show(services.pluginRequest().get()));
    }

    Node node() {
        return node;
    }

    boolean isOpen() {
        return node.isVisible();
    }

    /** Leaves the program unrun. */
    void refuse() {
        answer(false);
    }

    private void answer(boolean allowed) {
        show(Optional.empty());
        services.answer(allowed);
    }

    private void show(Optional<CredentialPluginApprovalRequest> question) {
        if (question.isEmpty()) {
            node.setVisible(false);
            node.getChildren().clear();
            return;
        }
        var not = InputControlFactory.button("plugin-refuse", MESSAGES.text("plugin.refuse"), this::refuse);
        not.setDefaultButton(true);
        not.setCancelButton(true);
        var allow = InputControlFactory.button("plugin-allow", MESSAGES.text("plugin.allow"), () -> answer(true));
        allow.getStyleClass().add("danger");
        var buttons = new HBox(8, not, allow);
        buttons.setAlignment(Pos.CENTER_RIGHT);
        var sheet = new VBox(16, TextLabelFactory.label(MESSAGES.text("plugin.title"), "section-title"),
                TextLabelFactory.wrapped(MESSAGES.text("plugin.why"), "muted"), facts(question.get()),
                TextLabelFactory.withSign(StatusGlyph.WARNING, MESSAGES.text("plugin.warning")), buttons);
        sheet.getStyleClass().add("key-sheet");
        sheet.setMaxSize(640, Region.USE_PREF_SIZE);
        node.getChildren().setAll(FloatingShadow.of(sheet), sheet);
        node.setVisible(true);
        not.requestFocus();
    }

    private static GridPane facts(CredentialPluginApprovalRequest request) {
        var grid = new GridPane(16, 6);
        var names = new ColumnConstraints();
        names.setMinWidth(NAMES);
        var words = new ColumnConstraints();
        words.setHgrow(Priority.ALWAYS);
        grid.getColumnConstraints().setAll(names, words);
        int row = 0;
        for (var fact : request.facts()) {
            var told = TextLabelFactory.wrapped(fact.valueText(), "mono");
            told.setId("plugin-" + fact.key());
            var name = TextLabelFactory.label(fact.name(), "muted");
            // Arguments may have many lines: their name stands beside the first.
            GridPane.setValignment(name, VPos.TOP);
            grid.addRow(row++, name, told);
        }
        return grid;
    }

    @Override
    public void close() {
        registration.close();
    }
}
