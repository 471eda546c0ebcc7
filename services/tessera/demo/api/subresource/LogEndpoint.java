package tessera.demo.api.subresource;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.kubelet.ContainerLogSource;
import tessera.demo.api.kubelet.KubeletEndpoint;
import tessera.demo.http.HeaderFields;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.ObjectTimes;

/** Log endpoint for containers, which keeps streaming while the client follows. */
public final class LogEndpoint {

    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final KubeletEndpoint kubelet;

    public LogEndpoint(KubeletEndpoint kubelet) {
        this.kubelet = kubelet;
    }

    public void answerLog(ApiCall call) throws IOException, ApiError {
        var options = LogRequestOptions.parse(call.queryParameters(), call.info().name(),
                call.context().clock().instant());
        var pod = PodAccess.findPod(call);
        var container = PodAccess.containerName(pod, options.container());
        if (StoreJson.textAt(pod, "spec", "nodeName").isEmpty()) {
            call.exchange().send(204, new HeaderFields(), new byte[0]);
            return;
        }
        var node = PodAccess.findNode(call, pod);
        try (var source = kubelet.containerLog(pod, node, container, options.previous())) {
            streamLog(call, source, options);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void streamLog(ApiCall call, ContainerLogSource source, LogRequestOptions options)
            throws IOException, InterruptedException {
        var gone = new AtomicBoolean();
        if (options.follow()) {
            call.exchange().onHangUp(() -> gone.set(true));
        }
        try (var body = call.exchange().open(200, HeaderFields.of("Content-Type", "text/plain"), false)) {
            var out = new LimitedWriter(body, options);
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

    private static List<ContainerLogSource.SourceLine> selectLines(List<ContainerLogSource.SourceLine> lines,
            LogRequestOptions options) {
        var since = options.since();
        var recent = lines.stream().filter(line -> since == null || !line.at().isBefore(since)).toList();
        long tail = options.tailLines();
        return tail < 0 || tail >= recent.size() ? recent : recent.subList(recent.size() - (int) tail, recent.size());
    }

    /** A writer of log lines that stops at the byte limit. */
    private static final class LimitedWriter {

        private final OutputStream out;
        private final LogRequestOptions options;
        private long remaining;

        LimitedWriter(OutputStream out, LogRequestOptions options) {
            this.out = out;
            this.options = options;
            this.remaining = options.limitBytes() < 0 ? Long.MAX_VALUE : options.limitBytes();
        }

        boolean isFull() {
            return remaining <= 0;
        }

        void writeLine(ContainerLogSource.SourceLine line) throws IOException {
            var text = options.timestamps() ? ObjectTimes.nanosText(line.at()) + " " + line.text() : line.text();
            var bytes = (text + "\n").getBytes(StandardCharsets.UTF_8);
            int count = (int) Math.min(remaining, bytes.length);
            remaining -= count;
            out.write(bytes, 0, count);
        }
    }
}
