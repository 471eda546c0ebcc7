package tessera.demo.control.loop;

import tessera.demo.object.SimulatedApiError;

/** A unit of a controller's work. A refusal of the API server ends it; whoever wants it done must ask again. */
@FunctionalInterface
public interface SimulatedControllerTask {

    void run() throws SimulatedApiError;
}
