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
import tessera.ui.CrashFolder;
import tessera.ui.CrashFolder.Report;
import tessera.ui.Lookup;
import tessera.ui.kit.Browser;
import tessera.ui.kit.Parts;
import tessera.ui.kit.Presence;
import tessera.ui.kit.Texts;
import tessera.ui.kit.Toast;

/** What is known of defects of the program itself, to be read and copied for as long as it is kept. */
final class ReportsPage implements Page, AutoCloseable {

    private static final int LINES = 16;

    private final CrashFolder crashes;
    private final DateTimeFormatter moment;
    private final VBox list = new VBox(8);
    private final Parts<Report> parts = new Parts<>(list.getChildren(), this::card);
    private final Label none = Texts.wrapped("", "muted");
    private final VBox node;
    private final Lookup<List<Report>> looking = new Lookup<>(this::tell,
            problem -> excuse(problem.sentence()));

    /** @param zone in which times are told */
    ReportsPage(CrashFolder crashes, ZoneId zone) {
        this.crashes = crashes;
        moment = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(zone);
        var open = button("Open", "settings-reports-open");
        open.setOnAction(event -> openFolder());
        var copy = button("Copy path", "settings-reports-path");
        copy.setOnAction(event -> Texts.copy(crashes.place()));
        node = Row.page("settings-reports", title(),
                "When this program itself fails, a report is written here, without what looks like a secret. "
                        + "The ten newest are kept, and nothing is sent anywhere.",
                none, list, Row.of("Folder", crashes.place(), new HBox(8, open, copy)));
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

    private void tell(List<Report> reports) {
        parts.show(reports);
        excuse(reports.isEmpty() ? "No reports yet." : "");
    }

    private void excuse(String words) {
        none.setText(words);
        Presence.of(none, !words.isEmpty());
    }

    private VBox card(Report report) {
        var show = button("Show", "settings-report-show");
        var copy = button("Copy", "settings-report-copy");
        copy.setOnAction(event -> Texts.copy(report.text()));
        var row = Row.of(report.kind(), moment.format(report.at()), new HBox(8, show, copy));
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

    private static TextArea text(Report report) {
        var area = new TextArea(report.text());
        area.setId("settings-report-text");
        area.setEditable(false);
        area.setPrefRowCount(LINES);
        area.getStyleClass().add("mono");
        return area;
    }

    private void openFolder() {
        try {
            Browser.show(Path.of(crashes.place()).toUri());
        } catch (IOException unknown) {
            Toast.failed(node, "The folder could not be opened", String.valueOf(unknown.getMessage()));
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
