package tessera.cluster.http;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import okhttp3.Interceptor;
import okhttp3.Response;

/**
 * How far the server's clock is ahead of this machine's, by the Date header of that one of its latest answers that was
 * awaited least: nobody knows when within a round trip the header was written. A difference that the round trip or the
 * header's whole seconds explain counts as none.
 */
public final class ClockSkew implements Interceptor {

    private static final int SAMPLES = 9;
    private static final Duration A_SECOND = Duration.ofSeconds(1);

    private final Clock clock;
    private final Deque<SkewBounds> samples = new ArrayDeque<>();
    private volatile Duration skew = Duration.ZERO;

    public ClockSkew(Clock clock) {
        this.clock = clock;
    }

    public Duration skew() {
        return skew;
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        var sent = clock.instant();
        var response = chain.proceed(chain.request());
        var date = response.headers().getInstant("Date");
        var received = clock.instant();
        // A clock that was set back meanwhile measures nothing.
        if (date != null && !received.isBefore(sent)) {
            add(new SkewBounds(Duration.between(received, date), Duration.between(sent, date.plus(A_SECOND))));
        }
        return response;
    }

    private synchronized void add(SkewBounds bounds) {
        samples.addLast(bounds);
        if (samples.size() > SAMPLES) {
            samples.removeFirst();
        }
        skew = Collections.min(samples, Comparator.comparing(SkewBounds::width)).skew();
    }

    /** What one answer says: between these two the server's clock is ahead. */
    private record SkewBounds(Duration least, Duration most) {

        Duration width() {
            return most.minus(least);
        }

        Duration skew() {
            return least.isPositive() || most.isNegative() ? least.plus(width().dividedBy(2)) : Duration.ZERO;
        }
    }
}
