package tessera.ui.settings;

import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.ui.AsyncQuery;
import tessera.ui.CrashFolder;
import tessera.ui.CrashFolder.CrashSummary;
import tessera.ui.kit.InlineParts;
import tessera.ui.kit.NodePresence;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.SystemBrowser;
import tessera.ui.kit.ToastMessage;

/** What is known of defects of the program itself, to be read and copied for as long as it is kept. */
final class ReportsPage implements SettingsPage, AutoCloseable {

    private static final int LINES = 16;

    private final CrashFolder crashes;
    private final DateTimeFormatter moment;
    private final VBox list = new VBox(8);
    private final InlineParts<CrashSummary> parts = new InlineParts<>(list.getChildren(), this::card);
    private final Label none = SelectableText.wrapped("", "muted");
    private final VBox node;
    private final AsyncQuery<List<CrashSummary>> looking = new AsyncQuery<>(this::tell,
            problem -> excuse(problem.sentence()));

    /** @param zone in which times are told */
    ReportsPage(CrashFolder crashes, ZoneId zone) {
        this.crashes = crashes;
        moment = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(zone);
        var open = button("Open", "settings-reports-open");
        open.setOnAction(event -> openFolder());
        var copy = button("Copy path", "settings-reports-path");
        copy.setOnAction(event -> SelectableText.copy(crashes.place()));
        node = SettingRow.page("settings-reports", title(),
                "When this program itself fails, a report is written here, without what looks like a secret. "
                        + "The ten newest are kept, and nothing is sent anywhere.",
                none, list, SettingRow.of("Folder", crashes.place(), new HBox(8, open, copy)));
        node.sceneProperty().subscribe(scene -> {
            if (scene != null) {
                looking.ask(crashes::reports);
            }
        });
    }

    private static Button button(String text, String id) {
        var button = new Button(text);
        button.setId(id);
        button.setMinWidth(Region.USE_PREF_SIZE);
        return button;
    }

    private void tell(List<CrashSummary> reports) {
        parts.show(reports);
        excuse(reports.isEmpty() ? "No reports yet." : "");
    }

    private void excuse(String words) {
        none.setText(words);
        NodePresence.of(none, !words.isEmpty());
    }

    private VBox card(CrashSummary report) {
        var show = button("Show", "settings-report-show");
        var copy = button("Copy", "settings-report-copy");
        copy.setOnAction(event -> SelectableText.copy(report.text()));
        var row = SettingRow.of(report.kind(), moment.format(report.at()), new HBox(8, show, copy));
        row.getStyleClass().remove("settings-row");
        var card = new VBox(8, row);
        card.getStyleClass().add("settings-card");
        show.setOnAction(event -> {
            boolean shown = card.getChildren().size() > 1;
            show.setText(shown ? "Show" : "Hide");
            card.getChildren().setAll(shown ? List.of(row) : List.of(row, text(report)));
        });
        return card;
    }

    private static TextArea text(CrashSummary report) {
        var area = new TextArea(report.text());
        area.setId("settings-report-text");
        area.setEditable(false);
        area.setPrefRowCount(LINES);
        area.getStyleClass().add("mono");
        return area;
    }

    private void openFolder() {
        try {
            SystemBrowser.show(Path.of(crashes.place()).toUri());
        } catch (IOException unknown) {
            ToastMessage.failed(node, "The folder could not be opened", String.valueOf(unknown.getMessage()));
        }
    }

    @Override
    public String title() {
        return "Reports";
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public void show(SettingsState state) {
        // Nothing of it can be settled.
    }

    @Override
    public void close() {
        looking.cancel();
    }
}
