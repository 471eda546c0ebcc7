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

/** Answers with the log of a container, and goes on as long as it is followed. */
public final class LogEndpoint {

    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final KubeletEndpoint kubelet;

    public LogEndpoint(KubeletEndpoint kubelet) {
        this.kubelet = kubelet;
    }

    public void answer(ApiCall call) throws IOException, ApiError {
        var options = LogRequestOptions.parse(call.query(), call.info().name(), call.site().clock().instant());
        var pod = PodAccess.pod(call);
        var container = PodAccess.container(pod, options.container());
        if (StoreJson.text(pod, "spec", "nodeName").isEmpty()) {
            call.exchange().send(204, new HeaderFields(), new byte[0]);
            return;
        }
        var node = PodAccess.node(call, pod);
        try (var source = kubelet.log(pod, node, container, options.previous())) {
            stream(call, source, options);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void stream(ApiCall call, ContainerLogSource source, LogRequestOptions options)
            throws IOException, InterruptedException {
        var gone = new AtomicBoolean();
        if (options.follow()) {
            call.exchange().onHangUp(() -> gone.set(true));
        }
        try (var body = call.exchange().open(200, HeaderFields.of("Content-Type", "text/plain"), false)) {
            var out = new LimitedWriter(body, options);
            for (var line : chosen(source.written(), options)) {
                out.line(line);
            }
            if (options.follow()) {
                body.flush();
            }
            while (options.follow() && !gone.get() && !out.full()) {
                var line = source.next(PATIENCE);
                if (line != null) {
                    out.line(line);
                    body.flush();
                } else if (source.ended()) {
                    return;
                }
            }
        }
    }

    private static List<ContainerLogSource.SourceLine> chosen(List<ContainerLogSource.SourceLine> lines,
            LogRequestOptions options) {
        var since = options.since();
        var recent = lines.stream().filter(line -> since == null || !line.at().isBefore(since)).toList();
        long tail = options.tailLines();
        return tail < 0 || tail >= recent.size() ? recent : recent.subList(recent.size() - (int) tail, recent.size());
    }

    /** Writes lines until the limit is reached. */
    private static final class LimitedWriter {

        private final OutputStream out;
        private final LogRequestOptions options;
        private long left;

        LimitedWriter(OutputStream out, LogRequestOptions options) {
            this.out = out;
            this.options = options;
            this.left = options.limitBytes() < 0 ? Long.MAX_VALUE : options.limitBytes();
        }

        boolean full() {
            return left <= 0;
        }

        void line(ContainerLogSource.SourceLine line) throws IOException {
            var text = options.timestamps() ? ObjectTimes.nanos(line.at()) + " " + line.text() : line.text();
            var bytes = (text + "\n").getBytes(StandardCharsets.UTF_8);
            int count = (int) Math.min(left, bytes.length);
            left -= count;
            out.write(bytes, 0, count);
        }
    }
}
