// Draws many nodes and edges by sigma, under the canvas that has the labels and takes the pointer.
import Graph from "graphology";
import Sigma from "sigma";

const SIDE = 1000;

export class WebglLayer {
  constructor(stage) {
    this.element = document.createElement("div");
    this.element.className = "explorer-webgl";
    stage.prepend(this.element);
    this.graph = new Graph({ type: "undirected" });
    this.factor = 1;
    const half = SIDE / 2;
    this.sigma = new Sigma(this.graph, this.element, {
      renderLabels: false,
      stagePadding: 0,
      minEdgeThickness: 0.4,
      zoomToSizeRatioFunction: () => 1 / this.factor,
      allowInvalidContainer: true,
    });
    this.sigma.setCustomBBox({ x: [-half, half], y: [-half, half] });
  }

  load({ nodes, pairs }) {
    this.graph.clear();
    // Sigma's y goes up.
    for (const { id, x, y, radius, color } of nodes) this.graph.addNode(id, { x, y: -y, size: radius, color });
    for (const { a, b, size, color } of pairs) this.graph.addEdge(a, b, { size, color });
    this.sigma.refresh();
  }

  draw(camera) {
    this.factor = Math.min(1.15, Math.max(0.32, camera.k ** 0.6));
    const state = { x: 0.5 + camera.x / SIDE, y: 0.5 - camera.y / SIDE, angle: 0, ratio: this.whole() / camera.k };
    this.sigma.getCamera().setState(state);
  }

  // Pixels of a unit where sigma shows all of its square, which it fits to the stage by itself.
  whole() {
    const cameraState = { x: 0.5, y: 0.5, angle: 0, ratio: 1 };
    const [from, to] = [0, SIDE].map((x) => this.sigma.graphToViewport({ x, y: 0 }, { cameraState }));
    return (to.x - from.x) / SIDE;
  }

  resize() {
    this.sigma.resize();
    this.sigma.refresh({ skipIndexation: true });
  }

  show(isShown) {
    this.element.hidden = !isShown;
  }
}
