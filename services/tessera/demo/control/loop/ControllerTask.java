package tessera.demo.control.loop;

import tessera.demo.object.ApiError;

/** A unit of a controller's work. A refusal of the API server ends it; whoever wants it done must ask again. */
@FunctionalInterface
public interface ControllerTask {

    void run() throws ApiError;
}
