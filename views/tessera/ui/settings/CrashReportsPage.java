package tessera.ui.settings;

import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.CrashReportFolder;
import tessera.ui.CrashReportFolder.CrashSummary;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.PaneChildrenReconciler;
import tessera.ui.kit.SystemBrowser;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.kit.ToastMessage;

/** Page of the program's crash reports, to read and copy while they are kept. */
final class CrashReportsPage extends SettingsPage implements AutoCloseable {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CrashReportsPage.class);
    private static final int LINES = 16;

    private final CrashReportFolder crashes;
    private final DateTimeFormatter moment;
    private final VBox list = new VBox(8);
    private final PaneChildrenReconciler<CrashSummary> parts = new PaneChildrenReconciler<>(list.getChildren(),
            this::reportCard);
    private final Label none = TextLabelFactory.wrapped("", "muted");
    private final BackgroundQuery<List<CrashSummary>> backgroundQuery = new BackgroundQuery<>(this::showReports,
            problem -> showProblemText(problem.problemText()));

    /** @param zone in which times are told */
    CrashReportsPage(CrashReportFolder crashes, ZoneId zone) {
        super("settings-reports", MESSAGES.text("reports.title"), MESSAGES.text("reports.about"));
        this.crashes = crashes;
        moment = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(zone);
        var open = actionButton(MESSAGES.text("reports.open"), "settings-reports-open");
        open.setOnAction(event -> openFolder());
        var copy = actionButton(MESSAGES.text("copyPath"), "settings-reports-path");
        copy.setOnAction(event -> TextLabelFactory.copy(crashes.folderPath()));
        addRows(none, list, createRow(MESSAGES.text("reports.folder"), crashes.folderPath(), new HBox(8, open, copy)));
        node().sceneProperty().subscribe(scene -> {
            if (scene != null) {
                backgroundQuery.submit(crashes::reports);
            }
        });
    }

    private static Button actionButton(String text, String id) {
        var button = new Button(text);
        button.setId(id);
        button.setMinWidth(Region.USE_PREF_SIZE);
        return button;
    }

    private void showReports(List<CrashSummary> reports) {
        parts.show(reports);
        showProblemText(reports.isEmpty() ? MESSAGES.text("reports.none") : "");
    }

    private void showProblemText(String text) {
        none.setText(text);
        JavaFxNodeVisibility.setShown(none, !text.isEmpty());
    }

    private VBox reportCard(CrashSummary report) {
        var show = actionButton(MESSAGES.text("reports.show"), "settings-report-show");
        var copy = actionButton(MESSAGES.text("reports.copy"), "settings-report-copy");
        copy.setOnAction(event -> TextLabelFactory.copy(report.text()));
        var row = createRow(report.kind(), moment.format(report.at()), new HBox(8, show, copy));
        row.getStyleClass().remove("settings-row");
        var card = LayoutBoxFactory.withStyle(new VBox(8, row), "settings-card");
        show.setOnAction(event -> {
            boolean shown = card.getChildren().size() > 1;
            show.setText(shown ? MESSAGES.text("reports.show") : MESSAGES.text("reports.hide"));
            card.getChildren().setAll(shown ? List.of(row) : List.of(row, reportArea(report)));
        });
        return card;
    }

    private static TextArea reportArea(CrashSummary report) {
        var area = LayoutBoxFactory.withStyle(new TextArea(report.text()), "mono");
        area.setId("settings-report-text");
        area.setEditable(false);
        area.setPrefRowCount(LINES);
        return area;
    }

    private void openFolder() {
        try {
            SystemBrowser.openPage(Path.of(crashes.folderPath()).toUri());
        } catch (IOException unknown) {
            ToastMessage.showFailure(node(), MESSAGES.text("reports.openFailed"), String.valueOf(unknown.getMessage()));
        }
    }

    @Override
    void show(SettingsScreenState state) {
        // Nothing of it can be settled.
    }

    @Override
    public void close() {
        backgroundQuery.cancel();
    }
}
