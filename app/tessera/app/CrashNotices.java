package tessera.app;

import javafx.scene.Node;
import tessera.flow.LatestValue;
import tessera.ui.FxRelay;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.ToastMessage;

/** Tells whoever sits before a window of defects of the program itself, with a report that can be copied. */
final class CrashNotices implements AutoCloseable {

    private final LatestValue.Observation observation;

    /** @param owner in whose window it is told */
    CrashNotices(CrashReports reports, Node owner) {
        observation = reports.newest().observe(
                () -> reports.newest().get().ifPresent(report -> FxRelay.show(() -> tell(owner, report))));
    }

    private static void tell(Node owner, CrashReports.CrashReport report) {
        var place = report.file().map(file -> "What is known of it is in\n%s.\nIt stays under Settings, Reports."
                .formatted(file))
                .orElse("No report of it could be written.");
        ToastMessage.offering(owner, "Something in this program failed",
                "A defect (%s). %s\nNothing was sent anywhere.".formatted(report.kind(), place), "Copy report",
                () -> SelectableText.copy(report.text()));
    }

    @Override
    public void close() {
        observation.close();
    }
}
