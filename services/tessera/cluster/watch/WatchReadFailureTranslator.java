package tessera.cluster.watch;

import java.io.IOException;
import tessera.cluster.decode.MalformedJsonException;
import tessera.cluster.http.ApiTransport;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;

/**
 * Problems of responses that could not be read to their end.
 *
 * @param action what was asked for
 */
record WatchReadFailureTranslator(ApiTransport transport, String action) {

    WatchFailureException failureOf(IOException e) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return new WatchFailureException(
                e instanceof MalformedJsonException
                        ? Problem
                                .of(OperationProblemKind.GARBLED,
                                        new CollectionWatchReason.WatchResponseMalformed(action))
                                .withDetail(String.valueOf(e.getMessage()))
                        : transport.explainReadFailure(e),
                e);
    }
}
