package tessera.app.platform;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tessera.ui.Stage;

import static org.assertj.core.api.Assertions.assertThat;

/** What has a window drawn again and again while it changes, and not while it does not. */
class JavaFxPulseTimerTest {

    private static final int PERIOD = 10;

    private final Semaphore ticks = new Semaphore(0);
    private final List<Long> times = new CopyOnWriteArrayList<>();
    private final AtomicBoolean wanted = new AtomicBoolean(true);
    private final JavaFxPulseTimer timer = new JavaFxPulseTimer(() -> {
        times.add(System.nanoTime());
        ticks.release();
    }, wanted::get);

    @BeforeEach
    void start() {
        Stage.start();
        timer.start(PERIOD);
    }

    @AfterEach
    void stop() {
        timer.stop();
    }

    private boolean ticks(int times) throws InterruptedException {
        return ticks.tryAcquire(times, 30, TimeUnit.SECONDS);
    }

    /** One tick may be under way, for as long as a busy machine takes for it. */
    private boolean rests() throws InterruptedException {
        int left = 50;
        boolean ticked = true;
        while (ticked && left-- > 0) {
            ticks.drainPermits();
            ticked = ticks.tryAcquire(20 * PERIOD, TimeUnit.MILLISECONDS);
        }
        return !ticked;
    }

    @Test
    void itTicksNoOftenerThanItIsToldTo() throws InterruptedException {
        assertThat(ticks(21)).isTrue();

        assertThat(times.get(20) - times.getFirst()).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(18 * PERIOD));
    }

    @Test
    void itRestsWhileItIsPausedAndGoesOnWhenItIsResumed() throws InterruptedException {
        assertThat(ticks(3)).isTrue();
        timer.pause();
        assertThat(rests()).isTrue();

        timer.resume();
        assertThat(ticks(3)).isTrue();
        timer.pause();
        assertThat(rests()).isTrue();
    }

    @Test
    void itTicksAgainHoweverOftenItIsPausedAndResumed() throws InterruptedException {
        for (int time = 0; time < 2_000; time++) {
            timer.pause();
            timer.resume();
        }

        ticks.drainPermits();
        assertThat(ticks(3)).isTrue();
    }

    @Test
    void itRestsWithoutBeingPausedWhileNothingIsToBeDrawnAndGoesOnWhenSomethingIs() throws InterruptedException {
        assertThat(ticks(3)).isTrue();
        wanted.set(false);
        assertThat(rests()).isTrue();

        wanted.set(true);
        timer.resume();
        assertThat(ticks(3)).isTrue();
    }

    @Test
    void itMissesNothingThatIsAskedForWhileItGoesToRest() throws InterruptedException {
        for (int time = 0; time < 300; time++) {
            wanted.set(false);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(time % (2 * PERIOD)));
            ticks.drainPermits();
            wanted.set(true);
            timer.resume();
            assertThat(ticks(1)).isTrue();
        }
    }

    @Test
    void itEndsWhenItIsStopped() throws InterruptedException {
        assertThat(ticks(1)).isTrue();
        timer.stop();
        assertThat(rests()).isTrue();
    }
}
