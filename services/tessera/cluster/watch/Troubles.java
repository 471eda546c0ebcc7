package tessera.cluster.watch;

import java.io.IOException;
import tessera.cluster.decode.Garbled;
import tessera.cluster.wire.Wire;
import tessera.model.Problem;
import tessera.model.Problem.Kind;

/**
 * What there is to say when an answer could not be read to its end.
 *
 * @param words what was asked for
 */
record Troubles(Wire wire, String words) {

    Setback reading(IOException e) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return new Setback(e instanceof Garbled
                ? new Problem(Kind.GARBLED, "Could not " + words + ": the answer makes no sense",
                        "There is " + e.getMessage(), "")
                : wire.explain(e), e);
    }
}
