package tessera.demo.api.subresource;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.api.kubelet.SimulatedContainerLog;
import tessera.demo.api.kubelet.SimulatedKubeletApi;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedTimestampFormat;

/** Log endpoint for containers, which keeps streaming while the client follows. */
public final class SimulatedLogEndpoint {

    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final SimulatedKubeletApi kubelet;

    public SimulatedLogEndpoint(SimulatedKubeletApi kubelet) {
        this.kubelet = kubelet;
    }

    public void answerLog(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var options = SimulatedLogQueryParameters.parse(call.queryParameters(), call.info().name(),
                call.context().clock().instant());
        var pod = SimulatedRequestPodLookup.findPod(call);
        var container = SimulatedRequestPodLookup.containerName(pod, options.container());
        if (SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName").isEmpty()) {
            call.exchange().send(204, new HttpHeaderFields(), new byte[0]);
            return;
        }
        var node = SimulatedRequestPodLookup.findNode(call, pod);
        try (var source = kubelet.containerLog(pod, node, container, options.previous())) {
            streamLog(call, source, options);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void streamLog(SimulatedAuthenticatedRequest call, SimulatedContainerLog source,
            SimulatedLogQueryParameters options)
            throws IOException, InterruptedException {
        var gone = new AtomicBoolean();
        if (options.follow()) {
            call.exchange().onHangUp(() -> gone.set(true));
        }
        try (var body = call.exchange().open(200, HttpHeaderFields.of("Content-Type", "text/plain"), false)) {
            var out = new ByteLimitedLogWriter(body, options);
            for (var line : selectLines(source.writtenLines(), options)) {
                out.writeLine(line);
            }
            if (options.follow()) {
                body.flush();
            }
            while (options.follow() && !gone.get() && !out.isFull()) {
                var line = source.next(PATIENCE);
                if (line != null) {
                    out.writeLine(line);
                    body.flush();
                } else if (source.hasEnded()) {
                    return;
                }
            }
        }
    }

    private static List<SimulatedContainerLog.LogSourceLine> selectLines(
            List<SimulatedContainerLog.LogSourceLine> lines,
            SimulatedLogQueryParameters options) {
        var since = options.since();
        var recent = lines.stream().filter(line -> since == null || !line.at().isBefore(since)).toList();
        long tail = options.tailLines();
        return tail < 0 || tail >= recent.size() ? recent : recent.subList(recent.size() - (int) tail, recent.size());
    }

    /** A writer of log lines that stops at the byte limit. */
    private static final class ByteLimitedLogWriter {

        private final OutputStream out;
        private final SimulatedLogQueryParameters options;
        private long remaining;

        ByteLimitedLogWriter(OutputStream out, SimulatedLogQueryParameters options) {
            this.out = out;
            this.options = options;
            this.remaining = options.limitBytes() < 0 ? Long.MAX_VALUE : options.limitBytes();
        }

        boolean isFull() {
            return remaining <= 0;
        }

        void writeLine(SimulatedContainerLog.LogSourceLine line) throws IOException {
            var text = options.timestamps() ? SimulatedTimestampFormat.nanosText(line.at()) + " " + line.text()
                    : line.text();
            var bytes = (text + "\n").getBytes(StandardCharsets.UTF_8);
            int count = (int) Math.min(remaining, bytes.length);
            remaining -= count;
            out.write(bytes, 0, count);
        }
    }
}
