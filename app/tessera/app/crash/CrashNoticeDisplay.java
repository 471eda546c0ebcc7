package tessera.app.crash;

import javafx.scene.Node;
import tessera.flow.LatestValue;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.kit.ToastMessage;

/** Shows a notice of a crash in the window, with a report to copy. */
public final class CrashNoticeDisplay implements AutoCloseable {

    private final LatestValue.ObserverRegistration observerRegistration;

    /** @param owner in whose window it is told */
    public CrashNoticeDisplay(CrashReportWriter reports, Node owner) {
        observerRegistration = reports.newestReport().observe(
                () -> showNewestReport(reports, owner));
    }

    private static void showNewestReport(CrashReportWriter reports, Node owner) {
        reports.newestReport().get()
                .ifPresent(report -> JavaFxThreadRelay.runOnFxThread(() -> showNotice(owner, report)));
    }

    private static void showNotice(Node owner, CrashReportWriter.CrashReport report) {
        var place = report.file().map(file -> "What is known of it is in\n%s.\nIt stays under Settings, Reports."
                .formatted(file))
                .orElse("No report of it could be written.");
        ToastMessage.showOffer(owner, "Something in this program failed",
                "A defect (%s). %s\nNothing was sent anywhere.".formatted(report.kind(), place), "Copy report",
                () -> TextLabelFactory.copy(report.text()));
    }

    @Override
    public void close() {
        observerRegistration.close();
    }
}
