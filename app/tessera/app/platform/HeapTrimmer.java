package tessera.app.platform;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryNotificationInfo;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import org.jspecify.annotations.Nullable;

/**
 * Collects garbage when the heap of a long-running program outgrows its live data. The serial collector lets objects
 * that died old lie until the heap may grow no further, which on a workstation is gigabytes away; this has them
 * collected when all weighs a fifth more than what was alive. With another collector it does nothing.
 */
public final class HeapTrimmer implements AutoCloseable {

    private static final long LEAST = 64L << 20;

    private final @Nullable MemoryPoolMXBean oldGeneration;
    private final NotificationEmitter emitter = (NotificationEmitter) ManagementFactory.getMemoryMXBean();
    private final NotificationListener listener = this::handleNotification;

    private HeapTrimmer(Optional<MemoryPoolMXBean> old) {
        this.oldGeneration = old.orElse(null);
    }

    /** A handle that stops the trimmer, started or not. */
    public interface TrimmerHandle extends AutoCloseable {
        @Override
        void close();
    }

    /** Starts once something else is done, as loading the management classes takes a while. */
    public static TrimmerHandle startAfter(CompletableFuture<?> quiet) {
        var started = quiet.thenApplyAsync(_ -> start());
        return () -> {
            var _ = started.thenAccept(HeapTrimmer::close);
        };
    }

    public static HeapTrimmer start() {
        var keeper = new HeapTrimmer(
                ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getType() == MemoryType.HEAP
                        && pool.isUsageThresholdSupported() && pool.getName().contains("Tenured")).findFirst());
        keeper.beginListening();
        return keeper;
    }

    private void beginListening() {
        if (oldGeneration != null) {
            emitter.addNotificationListener(listener, null, null);
            raiseThreshold(oldGeneration);
        }
    }

    private void handleNotification(Notification news, Object sender) {
        if (oldGeneration != null && news.getType().equals(MemoryNotificationInfo.MEMORY_THRESHOLD_EXCEEDED)) {
            System.gc();
            raiseThreshold(oldGeneration);
        }
    }

    private static void raiseThreshold(MemoryPoolMXBean pool) {
        var usage = pool.getUsage();
        long allowed = Math.max(LEAST, usage.getUsed() + usage.getUsed() / 5);
        pool.setUsageThreshold(usage.getMax() < 0 ? allowed : Math.min(allowed, usage.getMax()));
    }

    @Override
    public void close() {
        if (oldGeneration != null) {
            try {
                emitter.removeNotificationListener(listener);
            } catch (ListenerNotFoundException gone) {
                throw new IllegalStateException(gone);
            }
        }
    }
}
