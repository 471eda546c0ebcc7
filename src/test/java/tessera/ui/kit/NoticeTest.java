package tessera.ui.kit;

import org.junit.jupiter.api.Test;
import tessera.insight.Sample;
import tessera.model.Connection;
import tessera.model.Snapshot;

import static org.assertj.core.api.Assertions.assertThat;

/** What is said when there is nothing to show. */
class NoticeTest {

    @Test
    void noClusterIsOpenOnlyBeforeOneWasAskedFor() {
        assertThat(Notice.of(Snapshot.empty(Sample.NOW)).map(Notice::title)).hasValue("No cluster is open");
    }

    @Test
    void afterStopTryingItIsSaidThatReadingWasStopped() {
        var stopped = new Sample().snapshot().with(new Connection.Closed());

        assertThat(Notice.of(stopped).map(Notice::title)).hasValue("Reading was stopped");
        assertThat(Notice.of(stopped).map(Notice::kind)).hasValue(Notice.Kind.STOPPED);
    }
}
