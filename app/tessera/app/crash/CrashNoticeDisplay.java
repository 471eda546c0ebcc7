package tessera.app.crash;

import javafx.scene.Node;
import tessera.flow.LatestValue;
import tessera.text.MessageCatalog;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.kit.ToastMessage;

/** Shows a notice of a crash in the window, with a report to copy. */
public final class CrashNoticeDisplay implements AutoCloseable {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CrashNoticeDisplay.class);

    private final LatestValue.ObserverRegistration observerRegistration;

    /** @param owner in whose window it is told */
    public CrashNoticeDisplay(CrashReportWriter reports, Node owner) {
        observerRegistration = reports.newestReport().observe(() -> showNewestReport(reports, owner));
    }

    private static void showNewestReport(CrashReportWriter reports, Node owner) {
        reports.newestReport().get()
                .ifPresent(report -> JavaFxThreadRelay.runOnFxThread(() -> showNotice(owner, report)));
    }

    private static void showNotice(Node owner, CrashReportWriter.CrashReport report) {
        var place = report.file().map(file -> MESSAGES.text("crash.report", file))
                .orElse(MESSAGES.text("crash.noReport"));
        ToastMessage.showOffer(owner, MESSAGES.text("crash.title"), MESSAGES.text("crash.text", report.kind(), place),
                MESSAGES.text("crash.copy"), () -> TextLabelFactory.copy(report.text()));
    }

    @Override
    public void close() {
        observerRegistration.close();
    }
}
