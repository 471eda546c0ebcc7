package tessera.app;

import java.nio.file.Files;
import java.util.Map;
import javafx.scene.control.Button;
import javafx.scene.control.TableView;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import tessera.app.platform.UserDirectories;
import tessera.ui.shell.ScreenDestination;

import static org.assertj.core.api.Assertions.assertThat;

/** An operator looks up what was changed from this machine, and what became of it. */
class JournalJourneyTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    private void goToTheJournal() {
        onFx(() -> {
            rootPane.goTo(ScreenDestination.JOURNAL);
            return true;
        });
    }

    private void choose(int row) {
        onFx(() -> {
            ((TableView<?>) find("journal-table")).getSelectionModel().select(row);
            return true;
        });
    }

    @Test
    void beforeAnythingWasChangedThereIsNothingAndItSaysSo() {
        goToTheJournal();

        eventuallySays("shell", "No changes from this machine");
    }

    @Test
    void aChangeIsFoundWithItsStepsAndTheWayBack() {
        begin("l40s-03", "Cordon…");
        eventuallySays("change", "Dry run passed");
        press("Cordon l40s-03");
        eventuallySays("change-verdict", "Done");
        press("Close");
        goToTheJournal();

        eventuallySays("journal-table", "Cordon l40s-03");
        assertThat(words("journal-table")).contains("Done", "l40s-03 is cordoned");
        choose(0);
        eventuallySays("journal-story", "Undo | Uncordon l40s-03");
        assertThat(words("journal-story")).contains("prod-eu", "Still changed", "Uncordon l40s-03",
                "tessera journal undo ", "Steps");
        onFx(() -> {
            ((Button) find("journal-undo")).fire();
            return true;
        });
        eventuallySays("change", "Dry run passed");
        press("Uncordon l40s-03");
        eventuallySays("change-verdict", "Done");
        press("Close");
        eventuallySays("journal-table", "l40s-03 is schedulable");
        eventually("what was taken back is not offered again", () -> !words("journal-story").contains("Undo…"));

        type("journal-filter", "what:drain");
        eventuallySays("shell", "No change matches the filter");
    }

    @Test
    void aChangeThatWasCutShortIsNotCalledDoneAndALineThatCannotBeReadIsCounted() throws Exception {
        var line = """
                {"at":"2026-01-02T03:04:05Z","run":"r1","event":"%s","context":"prod-eu","server":"https://x","user":"ops",\
                "verb":"drain","words":"%s","objects":["nodes/a"],"result":"","detail":"","leaves":[],"undo":""}
                """;
        var file = UserDirectories.historiesFolder(Map.of(), home).resolveSibling("journal.jsonl");
        Files.createDirectories(file.getParent());
        var ran = line.replace("r1", "r0").formatted("begun", "Run false") + line.replace("r1", "r0")
                .replace("\"result\":\"\",\"detail\":\"\"", "\"result\":\"done\",\"detail\":\"exit code 1\"")
                .formatted("ended", "Run false");
        Files.writeString(file,
                ran + line.formatted("begun", "Drain a") + line.formatted("step-begun", "Evict ml/x") + "{ torn\n");
        goToTheJournal();

        eventuallySays("journal-table", "Interrupted");
        assertThat(words("shell")).contains("1 line unreadable");
        assertThat(words("journal-table")).as("a command that ended so is not simply done").contains("Exit code 1");
        choose(0);
        eventuallySays("journal-story", "Result unknown");
        assertThat(words("journal-story")).contains("Evict ml/x");
    }
}
