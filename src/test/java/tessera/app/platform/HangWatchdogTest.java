package tessera.app.platform;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A display that hangs does not stay unnoticed. */
class HangWatchdogTest {

    private static final Duration SHORT = Duration.ofMillis(10);

    @Test
    void aThreadThatNeverAnswersIsToldOf() throws Exception {
        var told = new CountDownLatch(1);
        try (var watchdog = HangWatchdog.start(question -> {},
                new HangWatchdog.WatchdogSettings(SHORT, SHORT, SHORT, told::countDown))) {
            assertThat(told.await(3, TimeUnit.MINUTES)).isTrue();
            assertThat(watchdog.isHung()).isTrue();
        }
    }

    @Test
    void aThreadThatAnswersIsNotToldOf() throws Exception {
        var told = new CountDownLatch(1);
        var asked = new CountDownLatch(20);
        try (var thread = Executors.newSingleThreadExecutor();
                var watchdog = HangWatchdog.start(question -> thread.execute(() -> {
                    asked.countDown();
                    question.run();
                }), new HangWatchdog.WatchdogSettings(SHORT, Duration.ofMinutes(5), SHORT, told::countDown))) {
            assertThat(asked.await(3, TimeUnit.MINUTES)).isTrue();
            assertThat(told.getCount()).isEqualTo(1);
            assertThat(watchdog.isHung()).isFalse();
        }
    }
}
