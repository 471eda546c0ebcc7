package tessera.demo.control.loop;

import tessera.demo.object.SimulatedApiException;

/** A unit of a controller's work. A refusal of the API server ends it; whoever wants it done must ask again. */
@FunctionalInterface
public interface SimulatedControllerTask {

    void run() throws SimulatedApiException;
}
