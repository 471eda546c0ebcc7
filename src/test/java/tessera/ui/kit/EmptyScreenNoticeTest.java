package tessera.ui.kit;

import org.junit.jupiter.api.Test;
import tessera.gpu.Sample;
import tessera.model.ClusterSnapshot;
import tessera.model.SessionConnectionStatus;

import static org.assertj.core.api.Assertions.assertThat;

/** What is said when there is nothing to show. */
class EmptyScreenNoticeTest {

    @Test
    void noClusterIsOpenOnlyBeforeOneWasAskedFor() {
        assertThat(EmptyScreenNotice.forSnapshot(ClusterSnapshot.empty(Sample.NOW)).map(EmptyScreenNotice::title))
                .hasValue("No cluster is open");
    }

    @Test
    void afterStopTryingItIsSaidThatReadingWasStopped() {
        var stopped = new Sample().snapshot().withConnection(new SessionConnectionStatus.NoConnection());

        assertThat(EmptyScreenNotice.forSnapshot(stopped).map(EmptyScreenNotice::title)).hasValue("Connection stopped");
        assertThat(EmptyScreenNotice.forSnapshot(stopped).map(EmptyScreenNotice::kind))
                .hasValue(EmptyScreenNotice.NoDataReason.STOPPED);
    }
}
