package tessera.app;

import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.model.ObjectRef;
import tessera.plan.journal.ChangeJournalEntry;

import static org.assertj.core.api.Assertions.assertThat;

/** An operator changes nodes through the window: every change is seen before it is made, and can be taken back. */
class ChangeJourneyTest extends OperatedWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    private boolean canApply() {
        return onFx(() -> {
            Node next = find("change-next");
            return next != null && !next.isDisabled();
        });
    }

    private boolean cordoned(String node) {
        return Boolean.TRUE.equals(colleague.nodes().withName(node).get().getSpec().getUnschedulable());
    }

    private void search(String text) {
        onFx(() -> {
            Event.fireEvent(find("shell"), new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.K, /* shiftDown= */ false,
                    /* controlDown= */ true, /* altDown= */ false, /* metaDown= */ false));
            return true;
        });
        type("palette-field", text);
    }

    @Test
    void thePaletteSaysWhatIsDoneToWhichNodes() {
        eventuallySays("connection", "live");
        onFx(() -> {
            rootPane.inspect(ObjectRef.node("h100-02"));
            return true;
        });
        eventuallySays("inspector", "h100-02");
        search("share gpus");
        eventuallySays("palette-list", "Share GPUs: nodes by label");
        assertThat(words("palette-list")).contains("Share GPUs: h100-02");
        type("palette-field", "cordon");
        eventuallySays("palette-list", "Cordon: h100-02");
        type("palette-field", "drain");
        eventuallySays("palette-list", "Drain: nodes by label");
    }

    @Test
    void aTaintIsSeenBeforeItIsSetAndTakenBackAfterwardsAndIsNotOfferedInReadOnlyMode() throws Exception {
        begin("l40s-01", "Taint…");
        assertThat(canApply()).isFalse();
        type("taint-key", "dedicated key");
        eventuallySays("change-hint", "“dedicated key” is not a valid key");
        type("taint-key", "dedicated");
        type("taint-value", "gpu");
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> find("taint-value").requestFocus());
        var keys = new FxRobot();
        keys.type(KeyCode.ENTER);

        eventuallySays("change", "Dry run passed");
        keys.type(KeyCode.ENTER);
        assertThat(words("change")).as("a key that comes too soon neither goes on nor away").contains("Dry run passed")
                .doesNotContain("Discard this change?");
        assertThat(words("change")).contains("+  - key: dedicated", " taint nodes ", "patch");
        assertThat(colleague.nodes().withName("l40s-01").get().getSpec().getTaints()).as("nothing is sent by a preview")
                .noneMatch(taint -> taint.getKey().equals("dedicated"));

        press("Taint l40s-01: dedicated=gpu:NoSchedule");
        eventuallySays("change-verdict", "Done, accepted by the server");
        assertThat(colleague.nodes().withName("l40s-01").get().getSpec().getTaints())
                .anyMatch(taint -> taint.getKey().equals("dedicated"));

        press("Undo…");
        eventuallySays("change", "Dry run passed");
        press("Taint l40s-01: dedicated:NoSchedule-");
        eventuallySays("change-verdict", "Done, accepted by the server");
        assertThat(colleague.nodes().withName("l40s-01").get().getSpec().getTaints())
                .noneMatch(taint -> taint.getKey().equals("dedicated"));

        var noted = clusterSelection.changeJournal().entries();
        assertThat(noted).filteredOn(entry -> entry.event() == ChangeJournalEntry.JournalEvent.ENDED)
                .extracting(ChangeJournalEntry::result).containsExactly("done", "done");

        keys.type(KeyCode.ENTER);
        eventually("the receipt is read, and Enter leaves it", () -> !onFx(() -> find("change").isVisible()));
        assertThat(onFx(() -> find("change-menu").isVisible())).isTrue();
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> clusterSelection.setReadOnly(true));
        eventually("the menu is gone", () -> !onFx(() -> find("change-menu").isVisible()));
        search("drain nodes");
        eventuallySays("palette-list", "No results (changes hidden in read-only mode)");
    }

    @Test
    void aNodeIsEmptiedAndOpenedAgain() {
        begin("t4-02", "Drain…");
        check("drain-unmanaged");
        check("drain-local-data");
        press("Preview");
        eventuallySays("change", "Dry run passed");
        type("change-confirm", "t4-02");
        press("Drain t4-02");
        eventuallySays("change-verdict", "Done");
        assertThat(cordoned("t4-02")).isTrue();
        assertThat(colleague.pods().inAnyNamespace().withField("spec.nodeName", "t4-02").list().getItems())
                .as("only those of DaemonSets stay").allMatch(pod -> pod.getMetadata().getOwnerReferences().stream()
                        .anyMatch(owner -> owner.getKind().equals("DaemonSet")));

        press("Undo…");
        eventuallySays("change", "Dry run passed");
        press("Uncordon t4-02");
        eventuallySays("change-verdict", "Done");
        assertThat(cordoned("t4-02")).isFalse();
    }

    @Test
    void aDrainNamesThePodsThatGoWantsItsNodeTypedAndGoesOnWhenItsSheetIsClosed() {
        begin("mi300x-01", "Drain…");
        check("drain-unmanaged");
        check("drain-local-data");
        press("Preview");
        eventuallySays("change", "blocked by a PodDisruptionBudget");
        assertThat(canApply()).as("not before its name is typed").isFalse();
        type("change-confirm", "mi300x-01");
        press("Drain mi300x-01");
        onFx(() -> {
            ((Button) find("change-close")).fire();
            return true;
        });
        eventuallySays("status-bar", "Change running");
        eventually("it goes on", () -> cordoned("mi300x-01"));
        onFx(() -> {
            ((Hyperlink) find("status-change")).fire();
            return true;
        });
        press("Stop");
        eventuallySays("change-verdict", "Stopped after");
        eventuallySays("change", "mi300x-01 is cordoned");
        assertThat(cordoned("mi300x-01")).isTrue();
    }
}
