package tessera.cluster.logs;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.ApiResponse;
import tessera.cluster.http.ApiTransport;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiPathBuilder;
import tessera.logs.LogPodFacts;
import tessera.logs.PodLogSource;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/** Reader of container logs through the API server. */
public final class HttpContainerLogReader implements PodLogSource {

    /** A container may be silent for long; but a connection that died without a word is found out so. */
    private static final Duration SILENCE = Duration.ofMinutes(5);
    private static final int NOTHING = 204;

    private final ApiObjectReader.ApiTransportSupplier transportSupplier;
    private final ApiObjectReader objects;

    public HttpContainerLogReader(ApiObjectReader.ApiTransportSupplier transportSupplier) {
        this.transportSupplier = transportSupplier;
        objects = new ApiObjectReader(transportSupplier);
    }

    @Override
    public LogPodFacts findPod(ObjectRef pod) throws ProblemException, InterruptedException {
        return LogViewPodReader.readPod(objects.readJson(ApiPathBuilder.objectPath(pod), "read " + pod));
    }

    @Override
    public LogByteStream openStream(LogRequest request) throws ProblemException, InterruptedException {
        var text = "read the log of %s in %s".formatted(request.container(), request.pod());
        var transport = transportSupplier.transport();
        var reply = transport.send(ApiRequest.followLog(logPath(request), SILENCE, text));
        if (!reply.isSuccess()) {
            try (reply) {
                throw reply.readRefusal().toFailure();
            }
        }
        if (reply.status() == NOTHING) {
            reply.close();
            throw new ProblemException(Problem.of(OperationProblemKind.INVALID, "The pod is on no node yet"));
        }
        return new LogResponseStream(transport, reply);
    }

    private static String logPath(LogRequest request) {
        var since = request.since();
        return ApiPathBuilder.objectPath(request.pod()) + "/log?container=" + ApiPathBuilder.encode(request.container())
                + "&timestamps=true" + (request.follow() && !request.previous() ? "&follow=true" : "")
                + (request.previous() ? "&previous=true" : "")
                // Servers take whole seconds only.
                + (since == null ? ""
                        : "&sinceTime=" + ApiPathBuilder.encode(since.truncatedTo(ChronoUnit.SECONDS).toString()))
                + (request.tail() < 0 ? "" : "&tailLines=" + request.tail());
    }

    private record LogResponseStream(ApiTransport transport, ApiResponse reply) implements LogByteStream {

        @Override
        public InputStream bytes() {
            return reply.body();
        }

        @Override
        public Problem explain(IOException e) {
            return transport.explainReadFailure(e);
        }

        @Override
        public void abort() {
            reply.cancel();
        }

        @Override
        public void close() {
            reply.close();
        }
    }
}
