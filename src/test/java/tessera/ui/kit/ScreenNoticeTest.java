package tessera.ui.kit;

import org.junit.jupiter.api.Test;
import tessera.insight.Sample;
import tessera.model.SessionConnection;
import tessera.model.Snapshot;

import static org.assertj.core.api.Assertions.assertThat;

/** What is said when there is nothing to show. */
class ScreenNoticeTest {

    @Test
    void noClusterIsOpenOnlyBeforeOneWasAskedFor() {
        assertThat(ScreenNotice.forSnapshot(Snapshot.empty(Sample.NOW)).map(ScreenNotice::title))
                .hasValue("No cluster is open");
    }

    @Test
    void afterStopTryingItIsSaidThatReadingWasStopped() {
        var stopped = new Sample().snapshot().withConnection(new SessionConnection.ClosedConnection());

        assertThat(ScreenNotice.forSnapshot(stopped).map(ScreenNotice::title)).hasValue("Reading was stopped");
        assertThat(ScreenNotice.forSnapshot(stopped).map(ScreenNotice::kind)).hasValue(ScreenNotice.NoticeKind.STOPPED);
    }
}
