package tessera.demo.api;

import com.fasterxml.jackson.databind.node.LongNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import tessera.demo.api.kubelet.SimulatedContainerLog;
import tessera.demo.api.kubelet.SimulatedKubeletConnectionErrors;
import tessera.demo.api.kubelet.SimulatedKubeletDialer;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.http.HttpQueryParameters;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.ErrorSubject;
import tessera.demo.object.SimulatedApiException.StatusCause;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.schema.FieldViolation;

/** Log endpoint for containers, which keeps streaming while the client follows. */
record SimulatedLogEndpoint(SimulatedKubeletDialer kubelets) {

    private static final Duration PAUSE = Duration.ofMillis(50);

    void answerLog(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var options = SimulatedLogQueryParameters.parse(call.queryParameters(), call.info().name(),
                call.context().clock().instant());
        var pod = SimulatedRequestPodLookup.findPod(call);
        var container = SimulatedRequestPodLookup.containerName(pod, options.container());
        if (SimulatedStoreJsonCodec.textAt(pod, "spec", "nodeName").isEmpty()) {
            call.exchange().send(204, new HttpHeaderFields(), new byte[0]);
            return;
        }
        var node = SimulatedRequestPodLookup.findNode(call, pod);
        var kubelet = kubelets.dial(SimulatedMetadata.nameOf(node));
        if (kubelet.isEmpty()) {
            throw SimulatedKubeletConnectionErrors.logError(pod, node, container, options.previous());
        }
        try {
            streamLog(call, kubelet.get().containerLog(pod, node, container, options.previous()), options);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void streamLog(SimulatedAuthenticatedRequest call, SimulatedContainerLog source,
            SimulatedLogQueryParameters options) throws IOException, InterruptedException {
        var gone = new AtomicBoolean();
        if (options.follow()) {
            call.exchange().onHangUp(() -> gone.set(true));
        }
        try (var body = call.exchange().open(200, HttpHeaderFields.of("Content-Type", "text/plain"), false)) {
            var out = new ByteLimitedLogWriter(body, options);
            for (var line : selectLines(source.newLines(), options)) {
                out.writeLine(line);
            }
            while (options.follow() && !gone.get() && !out.isFull() && !source.hasEnded()) {
                body.flush();
                Thread.sleep(PAUSE);
                for (var line : source.newLines()) {
                    out.writeLine(line);
                }
            }
        }
    }

    private static List<SimulatedContainerLog.LogSourceLine> selectLines(
            List<SimulatedContainerLog.LogSourceLine> lines, SimulatedLogQueryParameters options) {
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

    /**
     * The query parameters of a log request.
     *
     * @param since      null for all
     * @param tailLines  negative for all
     * @param limitBytes negative for no limit
     */
    private record SimulatedLogQueryParameters(String container, boolean follow, boolean previous, boolean timestamps,
            @Nullable Instant since, long tailLines, long limitBytes) {

        static SimulatedLogQueryParameters parse(HttpQueryParameters query, String pod, Instant now)
                throws SimulatedApiException {
            var causes = new ArrayList<StatusCause>();
            long tail = parseNumber(query, "tailLines", 0, causes);
            long limit = parseNumber(query, "limitBytes", 1, causes);
            long seconds = parseNumber(query, "sinceSeconds", 1, causes);
            if (!causes.isEmpty()) {
                throw SimulatedApiException.invalid(new ErrorSubject("", "PodLogOptions", pod), List.copyOf(causes));
            }
            var since = seconds < 0 ? parseTime(query.firstValue("sinceTime", "")) : now.minusSeconds(seconds);
            return new SimulatedLogQueryParameters(query.firstValue("container", ""), query.isTrue("follow"),
                    query.isTrue("previous"), query.isTrue("timestamps"), since, tail, limit);
        }

        private static long parseNumber(HttpQueryParameters query, String name, long minimum, List<StatusCause> causes)
                throws SimulatedApiException {
            long number = SimulatedListQueryOptions.parseNumber(query, name, -1);
            if (number < minimum && query.firstValue(name) != null) {
                causes.add(StatusCause.of(FieldViolation.invalid(name, LongNode.valueOf(number),
                        "must be greater than " + (minimum == 0 ? "or equal to 0" : "0"))));
            }
            return number;
        }

        private static @Nullable Instant parseTime(String text) throws SimulatedApiException {
            try {
                return text.isEmpty() ? null : Instant.parse(text);
            } catch (DateTimeException e) {
                throw SimulatedApiException.badRequest("parsing time \"" + text
                        + "\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"" + text + "\" as \"2006\"");
            }
        }
    }
}
